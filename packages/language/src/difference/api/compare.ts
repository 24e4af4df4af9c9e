import { itemAt } from '../../collections.ts';
import type { Found } from '../difference.ts';
import { API_CLASSES, type ApiClass } from './classes.ts';
import { compareRequests, compareResponses, type Report } from './compare-schemas.ts';
import type { ApiDescription, Operation, WireSchema } from './description.ts';

/** One finding, and the operation that it was found at. */
interface Change {
  readonly apiClass: ApiClass;
  readonly operation: string;
  /** The text after the operations: what differs there. */
  readonly text: string;
  readonly clause: string | null;
  readonly former: string | null;
}

/**
 * The consequences for programs that call the former API and find the new one; each finding once, with all operations
 * that it concerns.
 * @param newClause The new address of a former clause.
 */
export function compareApis(
  former: ApiDescription,
  now: ApiDescription,
  newClause: (former: string) => string = (clause) => clause,
): Found[] {
  const changes: Change[] = [];
  for (const [name, operation] of former) {
    const own = now.get(name);
    if (own === undefined)
      changes.push({
        apiClass: 'api-removed-without-deprecation',
        operation: operation.name,
        text: 'is gone',
        clause: null,
        former: operation.clause,
      });
    else changes.push(...compareOperation(operation, own));
  }
  for (const [name, operation] of now)
    if (!former.has(name))
      changes.push({
        apiClass: 'endpoint-added',
        operation: operation.name,
        text: 'is new',
        clause: operation.clause,
        former: null,
      });
  return grouped(withRenamed(changes, newClause));
}

/** The classes of new things that can replace a removed one, by the class of the removal. */
const NEW: Readonly<Partial<Record<ApiClass, readonly ApiClass[]>>> = {
  'request-parameter-removed': ['new-optional-request-parameter'],
  'request-property-removed': ['new-required-request-property', 'new-optional-request-property'],
  'response-required-property-removed': ['response-property-added'],
  'response-optional-property-removed': ['response-property-added'],
};

/** A renamed thing is one difference: the former name is removed, and the new one is not listed as added. */
function withRenamed(changes: readonly Change[], newClause: (former: string) => string): Change[] {
  const paired = new Set<Change>();
  const all = changes.map((change) => {
    const news = NEW[change.apiClass];
    if (news === undefined || change.former === null) return change;
    const clause = newClause(change.former);
    const own = changes.filter(
      (other) => other.operation === change.operation && other.clause === clause && news.includes(other.apiClass),
    );
    if (clause === change.former || own.length === 0) return change;
    for (const each of own) paired.add(each);
    return { ...change, clause, text: `${change.text}: it is called \`${clause.split('.').at(-1) ?? clause}\` now` };
  });
  return all.filter((change) => !paired.has(change));
}

function grouped(changes: readonly Change[]): Found[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = [change.apiClass, change.text, change.clause, change.former].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map((group): Found => {
    const first = itemAt(group, 0);
    const names = [...new Set(group.map(({ operation }) => operation))];
    const shown = names
      .slice(0, 3)
      .map((name) => `\`${name}\``)
      .join(', ');
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return {
      effect: API_CLASSES[first.apiClass],
      clause: first.clause,
      former: first.former,
      text: `${shown}${more}: ${first.text}`,
      apiClass: first.apiClass,
    };
  });
}

function compareOperation(former: Operation, now: Operation): Change[] {
  const changes: Change[] = [];
  const report = (
    apiClass: ApiClass,
    text: string,
    clause: string | null = now.clause,
    before: string | null = former.clause,
  ): void => {
    changes.push({ apiClass, operation: now.name, text, clause, former: before });
  };
  parameters(former, now, report);
  if (former.request !== null && now.request === null) report('request-body-removed', 'takes no body any more');
  if (former.request === null && now.request !== null)
    report(hasRequired(now.request) ? 'request-body-added-required' : 'request-body-added-optional', 'takes a body');
  if (former.request !== null && now.request !== null)
    compareRequests('', former.request, now.request, now, former, report);
  for (const [status, before] of Object.entries(former.responses)) {
    const after = now.responses[status];
    if (after === undefined) report('response-success-status-removed', `is not answered with ${status} any more`);
    else if (before !== null && after !== null) compareResponses('', before, after, now, former, report);
    else if (before !== null) report('response-body-removed', `is answered with ${status} without a body`);
  }
  for (const status of Object.keys(now.responses))
    if (!(status in former.responses)) report('response-success-status-added', `is answered with ${status}`);
  return changes;
}

function hasRequired({ properties = {} }: WireSchema): boolean {
  return Object.values(properties).some(({ required }) => required);
}

function parameters(former: Operation, now: Operation, report: Report): void {
  for (const [name, before] of Object.entries(former.parameters)) {
    const after = now.parameters[name];
    if (after === undefined)
      report('request-parameter-removed', `the parameter \`${name}\` is gone`, null, before.clause);
    else if (before.schema.type !== after.schema.type)
      report(
        'request-parameter-type-changed',
        `the parameter \`${name}\` is ${after.schema.type}, formerly ${before.schema.type}`,
        after.clause,
        before.clause,
      );
  }
  for (const [name, after] of Object.entries(now.parameters))
    if (!(name in former.parameters))
      report('new-optional-request-parameter', `the parameter \`${name}\` is new`, after.clause, null);
}
