import type { FieldError } from '../refusal.ts';
import { bodyNow, namedIn, readBody } from './body.ts';
import { canBeSent, type Judging, saveChildren, sendChildren } from './children.ts';
import { addCreateRows } from './fire.ts';
import {
  grantsOf,
  judgeResult,
  ownEntityFor,
  refuseNeverAllowed,
  refuseUnauthenticated,
  settableFor,
} from './authorize.ts';
import { judgeDraft } from './judge-draft.ts';
import { checkReferences } from './references.ts';
import { refuseInvalid } from './refuse.ts';
import { insertRecord, nextId, isOneStatement } from './save.ts';
import { touchNew } from './touch.ts';
import { sendAhead, type Write } from './write.ts';

/**
 * Creates a record with its owned children; point 6 judges the result. Answers its id. `open`: fields that the operation
 * itself lets anybody give, whatever rows of their own say. `imports`: the cell `import` judges the result, too.
 */
export async function createRecord(
  write: Write,
  name: string,
  body: unknown,
  { open = new Set(), imports = false }: { open?: ReadonlySet<string>; imports?: boolean } = {},
): Promise<string> {
  const entity = ownEntityFor(write, name);
  refuseUnauthenticated(write, grantsOf(write, name, 'create'));
  refuseNeverAllowed(write, name, 'create');
  const errors: FieldError[] = [];
  const rights = settableFor(write);
  const settable: typeof rights = (of, field, creates) =>
    of === name && open.has(field.name) ? 'yes' : rights(of, field, creates);
  const values = readBody({ index: write.index, settable, errors }, name, await bodyNow(body, errors), true);
  await checkReferences(write, name, null, values, errors);
  if (errors.length > 0) throw refuseInvalid(write.index, errors);

  const given = namedIn(values).filter((field) => !open.has(field));
  await judgeDraft(write, name, null, values.values, given, { imports });
  const clause = `6.${name}.create`;
  const id = await nextId(write, name);
  const inserted = insertRecord(write, name, { values: values.values, id });
  const hasRows = write.index.event(name, 'create') !== null;
  // Whatever is waited for behind what is sent ahead would only hear that something has failed.
  const ahead = !hasRows && canBeSent(write.index, name, values);
  if (ahead && isOneStatement(write.index, name)) sendAhead(write, inserted);
  else await inserted;
  touchNew(write, name, id, {
    cause: 'create',
    action: 'create',
    clause: clause in write.index.plan.clauses ? clause : entity.clause,
    path: '',
  });
  // A row named `create` gives the state that point 6 judges the record and its children in.
  const waiting: (() => Promise<void>)[] = [];
  const judging: Judging = async (judge) => void (hasRows ? waiting.push(judge) : await judge());
  if (ahead) sendChildren(write, name, id, values, entity.clause);
  else await saveChildren(write, name, id, values, entity.clause, judging);
  const judge = async () => {
    for (const child of waiting) await child();
    await judgeResult(write, name, id, 'create', given, true);
    if (imports) await judgeResult(write, name, id, 'import', [], true);
  };
  if (hasRows) await addCreateRows(write, name, id, judge);
  else if (ahead) sendAhead(write, judge());
  else await judge();
  return id;
}
