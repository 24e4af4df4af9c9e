import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { lookUp } from '../reference/lookup.ts';
import { isWaiting, routesTo } from './routes.ts';

const STATES = 9;

/** A document in which an event of people leads from every state to every other one; into the last one only time does. */
function mesh(): string {
  const names = Array.from({ length: STATES }, (_, place) => `s${place}`);
  const open = names.slice(0, -1);
  const states = names.map(
    (name, place) => `| ${name} | ${place === 0 ? 'initial' : place === STATES - 1 ? 'final' : ''} |`,
  );
  const events = open.map(
    (name) => `| to_${name} | ${open.filter((other) => other !== name).join(', ')} | ${name} | all |`,
  );
  const point = (number: number, title: string, body = 'none') => `## ${number}. ${title}\n\n${body}\n`;
  const lapse = `| lapse | s0 | ${names.at(-1)} | after 30 days |`;
  return [
    '# Mesh\n',
    point(1, 'Purpose'),
    point(2, 'Screens'),
    point(
      3,
      'Entities',
      '### Thing\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| status | state | |',
    ),
    point(
      4,
      'States',
      `### Thing.status\n\n| state | kind |\n| --- | --- |\n${states.join('\n')}\n\n| event | from | to | by |\n| --- | --- | --- | --- |\n${[...events, lapse].join('\n')}`,
    ),
    point(5, 'Rules'),
    point(
      6,
      'Roles',
      '### Roles\n\n| role | is given to |\n| --- | --- |\n| all | signed in |\n\n### Permissions\n\n#### Thing, User\n\n| may | all |\n| --- | --- |\n| read, create, update, delete | yes |',
    ),
    point(7, 'Calls'),
    point(8, 'Errors'),
    point(9, 'Constants'),
  ].join('\n');
}

// 4: eight states that all lead to each other have more ways through them than could be walked.
test('the ways into a state are the shortest ones, and their number is bounded where everything leads everywhere', () => {
  const lookup = lookUp(planOf(mesh()), {});
  expect(routesTo(lookup, 'Thing', 's1').map(({ length }) => length)).toEqual([1, 2, 2, 2, 2, 2]);
});

// 4: `lapse | s0 | s8 | after 30 days`
test('into a state that only time leads to a record waits for the timer, on the two shortest ways', () => {
  const routes = routesTo(lookUp(planOf(mesh()), {}), 'Thing', `s${STATES - 1}`);
  expect(routes.map((route) => route.map(({ event }) => event))).toEqual([['lapse'], ['to_s1', 'to_s0', 'lapse']]);
  expect(routes.map((route) => route.map(isWaiting))).toEqual([[true], [false, false, true]]);
});
