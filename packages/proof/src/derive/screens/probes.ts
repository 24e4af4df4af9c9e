import type { Screen } from '@nonet/language';
import { type Actor, mayReadField } from '../../reference/permissions.ts';
import { selected } from '../../reference/seen.ts';
import type { World } from '../../reference/world.ts';
import type { PageProbe } from '../../run/case.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** A record that there is not: a change of it changes nothing. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';
/** A field that there is not: a new record with it is refused. */
const NO_FIELD = { '-': null };

/** The requests that the page of a given screen is made to ask for: all that it declares, and some that it does not. */
export function probesOf(context: DerivationContext, world: World, { given }: Screen, actor: Actor): PageProbe[] {
  if (given === undefined) return [];
  const { reads, does } = given;
  const probes: PageProbe[] = [];
  for (const { entity, clause, columns } of reads) {
    const query = { limit: context.mostListed };
    const ids = selected(world, actor, entity, null);
    const request = { method: 'list', entity, query } as const;
    // A longer list has more pages: not each of its fields need be on the first.
    const isWhole = ids.length <= context.mostListed;
    const names = [...new Set(columns.map(({ path: [name = ''] }) => name))];
    const isShown = (name: string): boolean =>
      ids.some((id) => {
        const record = world.view(id);
        return record !== null && mayReadField(actor, record, name);
      });
    const fields = { shown: isWhole ? names.filter(isShown) : [], declared: ['id', '_title', ...names] };
    probes.push(ids.length === 0 ? { request, clause } : { request, clause, fields });
  }
  for (const asked of does) {
    const { entity, clause } = asked;
    switch (asked.kind) {
      case 'create':
        probes.push({ request: { method: 'create', entity, values: NO_FIELD }, clause });
        break;
      case 'delete':
        probes.push({ request: { method: 'delete', entity, id: NO_RECORD }, clause });
        break;
      case 'update': {
        const values = { [asked.field ?? '-']: null };
        probes.push({ request: { method: 'update', entity, id: NO_RECORD, values }, clause });
        break;
      }
      case 'event':
        probes.push({ request: { method: 'fire', entity, id: NO_RECORD, event: asked.event, values: {} }, clause });
    }
  }
  return [...probes, ...undeclaredOf(context, given)];
}

/** Requests that the screen does not declare, one of each kind. */
function undeclaredOf({ plan }: DerivationContext, { reads, does }: NonNullable<Screen['given']>): PageProbe[] {
  const has = (entity: string, kind: string): boolean =>
    does.some((asked) => asked.entity === entity && asked.kind === kind);
  const other = plan.entities.find(({ name }) => reads.every(({ entity }) => entity !== name))?.name;
  const uncreated = plan.entities.find(({ name }) => !has(name, 'create'))?.name;
  const unchanged = plan.entities.find(({ name }) => !has(name, 'update'))?.name;
  const events = plan.states.flatMap((workflow) =>
    workflow.events.map(({ name }) => ({ entity: workflow.entity, name })),
  );
  const unfired = events.find(
    ({ entity, name }) =>
      !does.some((asked) => asked.kind === 'event' && asked.entity === entity && asked.event === name),
  );
  const requests: PageProbe['request'][] = [];
  if (other !== undefined) requests.push({ method: 'list', entity: other, query: {} });
  if (uncreated !== undefined) requests.push({ method: 'create', entity: uncreated, values: NO_FIELD });
  if (unchanged !== undefined)
    requests.push({ method: 'update', entity: unchanged, id: NO_RECORD, values: { '-': null } });
  if (unfired !== undefined)
    requests.push({ method: 'fire', entity: unfired.entity, id: NO_RECORD, event: unfired.name, values: {} });
  return requests.map((request) => ({ request, clause: null }));
}

/** The clauses that a probe shows: the one that declares its request, and those of the paths that its answer has. */
export function clausesOfProbe({ given }: Screen, { clause, fields }: PageProbe): string[] {
  if (clause === null) return [];
  const columns = given?.reads.find((each) => each.clause === clause)?.columns ?? [];
  const shown = columns.filter(({ path: [name = ''] }) => fields?.shown.includes(name) === true);
  return [clause, ...shown.map((column) => column.clause)];
}
