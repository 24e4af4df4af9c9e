import { OtherProduct, readAdvice, readDocumentInUse } from '@nonet/engine';
import { type AdviceReport, reportAdvice } from './advice-report.ts';
import { check } from './check-document.ts';
import type { DocumentSource } from './document.ts';

export interface Advised {
  readonly report: AdviceReport;
  /** How a file of the document in use is called here. */
  readonly nameFile: (file: string) => string;
}

/**
 * What the database of a running product advises, with what the checker tells of its document.
 * @param document The document that is named, which may be another version than the one in use.
 * @throws {OtherProduct} If the database holds another product.
 */
export async function adviseProduct(
  databaseUrl: string,
  document: DocumentSource,
  slowMilliseconds: number,
): Promise<Advised> {
  const advice = await readAdvice(databaseUrl, { slowMilliseconds });
  // A document that is being written has no plan: then it is not known whose it is.
  const title = check(document).plan?.title;
  if (title !== undefined && title !== advice.title) throw new OtherProduct(advice.title, title);
  const [main, ...others] = (await readDocumentInUse(databaseUrl)).sources;
  const inUse = check({
    main,
    file: document.file,
    readInclude: (included) => {
      const found = others.find((source) => source.path === included);
      return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found.text };
    },
    pathOf: (part) => part,
  });
  const isInUse =
    main.text === document.main.text &&
    others.every(({ path, text }) => {
      const now = document.readInclude(path);
      return now.kind === 'file' && now.text === text;
    });
  return {
    report: reportAdvice(advice, inUse, isInUse),
    nameFile: (file) => (file === main.path ? document.main.path : document.pathOf(file)),
  };
}
