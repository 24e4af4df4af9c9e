import { describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { loggedPath } from './logged-path.ts';

const desk = planFrom('desk.md');
const fixed = new Set(['', 'api', '-', 'session']);
const ID = '01a1fe63-0000-7000-8000-000000000000';

describe('the log shows of a path', () => {
  test.each([
    ['/', '/'],
    ['/api/-/session', '/api/-/session'],
    ['/api/tickets?subject=secret', '/api/tickets'],
    [`/api/tickets/${ID}/close`, `/api/tickets/${ID}/close`],
    ['/api/tickets/42', '/api/tickets/42'],
    ['/api/tickets/0612345678', '/api/tickets/*'],
    ['/api/tickets/mia@example.com', '/api/tickets/*'],
    ['/api/tickets/%6Dia', '/api/tickets/*'],
    ['/inbox', '/inbox'],
    ['/unheard/of', '/*/*'],
  ])('%s: %s', (url, shown) => {
    expect(loggedPath(url, desk, fixed)).toBe(shown);
  });

  test('without a document, what the product itself has names for', () => {
    expect(loggedPath('/api/tickets', null, fixed)).toBe('/api/*');
  });
});
