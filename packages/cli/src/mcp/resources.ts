import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { findCode, reportCodes } from '@nonet/language';
import { pages, textOf } from '../pages.ts';

const MARKDOWN = 'text/markdown';

/** The reference as pages, the grammar first, and a page for each code of a diagnostic. */
export function addResources(server: McpServer): void {
  for (const { name, title, file } of pages())
    server.registerResource(name, `nonet://docs/${name}`, { title, mimeType: MARKDOWN }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: MARKDOWN, text: textOf(file) }],
    }));
  server.registerResource(
    'code',
    new ResourceTemplate('nonet://codes/{code}', {
      list: undefined,
      complete: {
        code: (begun) =>
          reportCodes()
            .codes.map(({ code }) => code)
            .filter((code) => code.startsWith(begun.toUpperCase()))
            .slice(0, 50),
      },
    }),
    { title: 'The page of a diagnostic’s code, such as N312', mimeType: MARKDOWN },
    (uri, { code }) => {
      const id = String(code).toUpperCase();
      if (!findCode(id)) throw new Error(`There is no code ${id}.`);
      const [page] = reportCodes([id]).codes;
      const text = `# ${id}: ${page?.title} (${page?.severity})\n\n${page?.page}\n`;
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
    },
  );
}
