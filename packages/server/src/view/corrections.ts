import type { CorrectionProblemView, CorrectionRecordView, CorrectionsView } from '@nonet/client';
import { type Actor, type RecordToCorrect, Refusal, type RunningEngine } from '@nonet/engine';
import type { Plan } from '@nonet/language';

/** The number of records that one problem shows. */
const SHOWN = 20;
/** How many are looked at for those that a reader may see. */
const LOOKED_AT = 100;

/** The records without a place in a document, as far as a reader may see them. */
export async function correctionsFor(
  engine: RunningEngine,
  actor: Actor,
  plan: Plan,
): Promise<Omit<CorrectionsView, 'errors'>> {
  const { records, leftToDocument } = await engine.recordsToCorrect(plan);
  const problems: CorrectionProblemView[] = [];
  const byProblem = Map.groupBy(records, ({ entity, field, problem }) => JSON.stringify([entity, field, problem]));
  for (const own of byProblem.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const { entity, field, problem, remedy } = first;
    const shown = await readersOwn(engine, actor, own);
    problems.push({ entity, field, message: problem, remedy, count: own.length, records: shown });
  }
  return {
    problems,
    left_to_document: leftToDocument.map(({ clause, words, remedy }) => ({ clause, message: words, remedy })),
  };
}

async function readersOwn(
  engine: RunningEngine,
  actor: Actor,
  records: readonly RecordToCorrect[],
): Promise<CorrectionRecordView[]> {
  const shown = new Map<string, CorrectionRecordView>();
  for (const record of records.slice(0, LOOKED_AT)) {
    if (shown.size === SHOWN) break;
    const view = await viewOf(engine, actor, record);
    if (view !== null) shown.set(`${view.entity} ${view.id}`, view);
  }
  return [...shown.values()];
}

/** Null if the reader may not see the record. */
async function viewOf(
  engine: RunningEngine,
  actor: Actor,
  { entity, id, field, owner }: RecordToCorrect,
): Promise<CorrectionRecordView | null> {
  const seen = owner ?? { entity, id, field };
  try {
    const { record } = await engine.read(actor, seen.entity, seen.id, { fields: null, expand: null });
    const { fields } = await engine.can(actor, seen.entity, seen.id);
    const values = record as Readonly<Record<string, unknown>>;
    const title = values['_title'];
    return {
      entity: seen.entity,
      id: seen.id,
      _title: typeof title === 'string' ? title : seen.id,
      value: owner === null ? (values[field] ?? null) : null,
      may_change: fields.includes(seen.field),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
