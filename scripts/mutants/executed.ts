import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** The places of the sources that a run executed, by the coverage of V8. Stripping types moves no character. */
export function executedIn(folder: string, tree: string): (file: string, at: number) => boolean {
  const reports = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Coverage,
  );
  return (file, at) => {
    const url = pathToFileURL(path.join(tree, file)).href;
    return reports.some(({ result }) =>
      result
        .filter((script) => script.url === url)
        .some(({ functions }) => {
          // The innermost range around the place has its count.
          const around = functions.flatMap(({ ranges }) =>
            ranges.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset),
          );
          const innermost = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
          return innermost !== undefined && innermost.count > 0;
        }),
    );
  };
}
