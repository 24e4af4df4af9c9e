import type { FieldError } from '../refusal.ts';
import { bodyNow, namedIn, readBody, type RecordValues } from './body.ts';
import { cellsFor, type JudgedCells } from './cells.ts';
import { canBeSent, type Judging, saveChildren, sendChildren } from './children.ts';
import { addCreateRows } from './create-rows.ts';
import { grantsOf, ownEntityFor, refuseNeverAllowed, refuseUnauthenticated } from './authorize.ts';
import { judgeDraft } from './judge-draft.ts';
import { judgeResult } from './judge-result.ts';
import { checkReferences } from './references.ts';
import { refuseInvalid } from './refuse.ts';
import { insertRecord, nextId, isOneStatement } from './save.ts';
import { settableFor } from './settable.ts';
import { changeBy, touchNew } from './touch.ts';
import { sendAhead, type Write } from './write.ts';
import { NOTHING, performSteps } from './write-steps/operation.ts';

/**
 * Creates a record with its owned children; point 6 judges the result. Answers its id. `open`: fields that the
 * operation lets anybody set, regardless of their own rows. `imports`: the cell `import` judges the result, too.
 */
export async function createRecord(
  write: Write,
  name: string,
  body: unknown,
  { open = new Set(), imports = false }: { open?: ReadonlySet<string>; imports?: boolean } = {},
): Promise<string> {
  const errors: FieldError[] = [];
  const hasRows = write.index.event(name, 'create') !== null;
  // A row named `create` gives the state in which point 6 judges the record and its children, so these checks wait for
  // it.
  const waiting: (() => Promise<void>)[] = [];
  const judging: Judging = async (judge) => void (hasRows ? waiting.push(judge) : await judge());
  let values: RecordValues;
  let cells: readonly JudgedCells[];
  let id = '';
  // Whether statements were sent ahead: if one of them fails, the statements behind it only report that something
  // failed.
  let ahead: boolean;
  await performSteps({
    admission: async () => {
      ownEntityFor(write, name);
      refuseUnauthenticated(write, grantsOf(write, name, 'create'));
      refuseNeverAllowed(write, name, 'create');
    },
    lock: NOTHING,
    body: async () => {
      const rights = settableFor(write);
      const settable: typeof rights = (of, field, creates) =>
        of === name && open.has(field.name) ? 'yes' : rights(of, field, creates);
      values = readBody({ index: write.index, settable, errors }, name, await bodyNow(body, errors), true);
    },
    references: async () => {
      await checkReferences(write, name, null, values, errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
    },
    version: NOTHING,
    guard: async () => {
      const given = namedIn(values).filter((field) => !open.has(field));
      cells = [cellsFor(write, name, 'create', given), ...(imports ? [cellsFor(write, name, 'import', [])] : [])];
      await judgeDraft(write, name, null, values.values, cells);
    },
    save: async () => {
      id = await nextId(write, name);
      const inserted = insertRecord(write, name, { values: values.values, id });
      ahead = !hasRows && canBeSent(write.index, name, values);
      if (ahead && isOneStatement(write.index, name)) sendAhead(write, inserted);
      else await inserted;
      touchNew(write, name, id, { ...changeBy(write.index, name, 'create'), path: '' });
      const { clause } = write.index.entity(name);
      if (ahead) sendChildren(write, name, id, values, clause);
      else await saveChildren(write, name, id, values, clause, judging);
    },
    permission: async () => {
      const judge = async () => {
        for (const child of waiting) await child();
        for (const judged of cells) await judgeResult(write, name, id, judged);
      };
      if (hasRows) await addCreateRows(write, name, id, judge, namedIn(values));
      else if (ahead) sendAhead(write, judge());
      else await judge();
    },
  });
  return id;
}
