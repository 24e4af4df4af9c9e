export { type LineMap, lineAt, lineMap, offsetAt, positionAt } from '../source/lines.ts';
export type * from '../source/span.ts';
export { cellAbsence } from '../syntax/absence.ts';
export { cellOffset, emphasisIn } from '../syntax/cell.ts';
export { format } from '../syntax/format.ts';
export type { Included, ReadInclude } from '../syntax/include.ts';
export { type Parsed, parse } from '../syntax/parse.ts';
export type * from '../syntax/tree.ts';
