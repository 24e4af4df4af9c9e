import { expect, test } from 'vitest';
import { checkMarked } from '../../../fixtures/harness.ts';

/** `credit` is set by whom its own row allows; `create` and that row are cells of planner and clerk. */
function codesOf(
  create: [planner: string, clerk: string],
  credit: string,
  update: readonly string[],
  clerk = 'assigned',
) {
  const { found, marked, checked } = checkMarked({
    entities: `### Customer\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | ..40 |\n| owner | User | default user |\n${credit}`,
    roles: `### Roles\n\n| role | is given to | of |\n| --- | --- | --- |\n| planner | assigned | |\n| clerk | ${clerk} | |\n| holder | \`owner == user\` | Customer |\n\n### Permissions\n\n#### Customer\n\n| may | planner | clerk | holder | others |\n| --- | --- | --- | --- | --- |\n| read, update, delete | yes | yes | yes | no |\n| create | ${create[0]} | ${create[1]} | | no |\n| update credit | ${update[0]} | ${update[1]} | ${update[2] ?? 'no'} | no |\n\n#### User\n\n| may | others |\n| --- | --- |\n| read | yes |\n| create, update, delete, update roles, update email, update disabled | no |`,
  });
  expect(checked.plan).not.toBeNull();
  return { codes: found.filter((each) => each.startsWith('N659')), expected: marked.map((place) => `N659 ${place}`) };
}

const NEEDED = '| credit | money in EUR | |';

test.each<[what: string, create: [string, string], credit: string, update: readonly string[]]>([
  ['one role may do both, the other one half', ['⟦yes⟧', 'yes'], NEEDED, ['no', 'yes']],
  ['nobody may set it', ['⟦yes⟧', '⟦yes⟧'], NEEDED, ['no', 'no']],
  ['under a condition', ['`⟦name != "x"⟧`', 'yes'], NEEDED, ['no', 'yes']],
  ['each may set it', ['yes', 'yes'], NEEDED, ['yes', '`name != "x"`']],
  ['what it takes is held by two roles together', ['yes', 'no'], NEEDED, ['no', 'yes']],
  ['it has a default', ['yes', 'yes'], '| credit | money in EUR | default 0 |', ['no', 'yes']],
  ['it may stay empty', ['yes', 'yes'], '| credit | money in EUR | optional |', ['no', 'yes']],
  ['it is a list that may be empty', ['yes', 'yes'], '| credit | many User | |', ['no', 'yes']],
  ['it is a list that may not be empty', ['⟦yes⟧', 'yes'], '| credit | many User | 1.. |', ['no', 'yes']],
  ['who creates one may stand to it so', ['yes', 'yes'], NEEDED, ['no', 'yes', 'yes']],
])('6: a create that can never be completed, where %s', (_, create, credit, update) => {
  const { codes, expected } = codesOf(create, credit, update);
  expect(codes).toEqual(expected);
});

test.each<[what: string, create: [string, string], clerk: string]>([
  ['sets what others may not', ['⟦yes⟧', 'yes'], '`user.name != "x"`'],
  ['is held by whoever holds another one', ['yes', 'yes'], '`user is planner`'],
])('6: a create that can never be completed, where a role about the person alone %s', (_, create, clerk) => {
  const { codes, expected } = codesOf(create, NEEDED, ['no', 'yes'], clerk);
  expect(codes).toEqual(expected);
});
