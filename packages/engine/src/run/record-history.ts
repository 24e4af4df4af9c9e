import { column } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { together } from '../store/pool.ts';
import { fromThis, literal, perform, snapshot, THIS, type Touched, type Write } from './write.ts';

/** What changes with every save and is no change of its own. */
const STAMPS = ['updated_at', 'updated_by', 'version'];

/** One entry for each touched record whose history is kept; entries are only ever added (3: `history`). */
export async function writeHistory(write: Write): Promise<void> {
  const kept = [...write.touched.values()].filter(({ entity }) => write.index.entity(entity).history === 'kept');
  await together(kept.map((touched) => writeEntry(write, touched)));
}

/** One statement: the record as it stands now goes straight into its entry. */
async function writeEntry(write: Write, touched: Touched): Promise<void> {
  const { entity, id, by, action, clause, before, deleted } = touched;
  await perform(
    write,
    `history ${entity} ${deleted}`,
    (parameters) => {
      const secrets = secretsOf(write, entity);
      const shown = (json: string) =>
        secrets.length === 0 ? json : `(${json} - ${parameters.bind(secrets, 'text[]')})`;
      const was = parameters.slot('before', 'jsonb');
      const after = deleted
        ? 'select null::jsonb as after'
        : `select ${snapshot(write.index, entity, THIS)} as after ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
      const values = [
        parameters.slot('entity', 'text'),
        parameters.slot('id', 'uuid'),
        parameters.slot('now', 'timestamptz'),
        parameters.slot('by', 'uuid'),
        parameters.slot('action', 'text'),
        parameters.slot('clause', 'text'),
        stateIn(write, entity, was),
        stateIn(write, entity, 's.after'),
        shown(was),
        shown('s.after'),
      ];
      return `insert into nonet.history (entity, record, at, "by", action, clause, from_state, to_state, before, after)
        select ${values.join(', ')} from (${after}) s where ${isChange(parameters, was)}`;
    },
    { entity, id, by, action, clause, before },
  );
}

/** What is write-only is kept in no history. */
function secretsOf(write: Write, entity: string): string[] {
  return write.index.entity(entity).fields.flatMap(({ name, type }) => (type.kind === 'secret' ? [name] : []));
}

function stateIn(write: Write, entity: string, json: string): string {
  const field = write.index.stateField(entity);
  return field === null ? 'null::text' : `(${json} ->> ${literal(field)})`;
}

/** An event is always worth an entry; a save that changed nothing is not. */
function isChange(parameters: Parameters, was: string): string {
  const stamps = parameters.bind(STAMPS, 'text[]');
  return `(${parameters.slot('action', 'text')} <> 'update' or ${was} is null or s.after is null
    or (${was} - ${stamps}) is distinct from (s.after - ${stamps}))`;
}
