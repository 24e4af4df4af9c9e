import { parentPort, workerData } from 'node:worker_threads';
import { checkDocument, type Plan, reportDiagnostics } from '@nonet/language';
import type { CheckedFiles } from './check-files.ts';

const files = workerData as Plan['sources'];
const [main, ...others] = files;
if (main === undefined) throw new Error('There is no file to check.');
const { plan, diagnostics } = checkDocument(main, (included) => {
  // Browsers name files without their folders.
  const found = others.find(({ path }) => path === included || path === included.split('/').at(-1));
  return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found.text };
});
const errors = diagnostics.filter(({ severity }) => severity === 'error');
parentPort?.postMessage({
  plan,
  errors: reportDiagnostics(errors, files).diagnostics.map(({ code, file, message, range: { start } }) => ({
    code,
    file,
    line: start.line,
    column: start.column,
    message,
  })),
} satisfies CheckedFiles);
