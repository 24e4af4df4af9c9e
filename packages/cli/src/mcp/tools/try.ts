import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { FILE } from '../document-input.ts';
import { tool } from '../tool.ts';
import type { Person, Trial } from '../trials.ts';

const MOST_SECONDS = 20;
/** Of the answer's body. */
const MOST_CHARACTERS = 40_000;

export const tryTool = tool({
  name: 'try',
  title: 'Try a request on the product',
  description:
    'Sends one request to a product of the document that runs for you alone: demo records, a temporary database that keeps what earlier requests did until the document changes, no call leaves the machine. `GET /openapi.json` describes the API. Without a path it answers the people whom `as` can name.',
  input: z.object({
    ...FILE,
    as: z
      .string()
      .max(200)
      .optional()
      .describe('the e-mail address, name or role of a person; nobody is signed in unless stated'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    path: z.string().max(4000).optional().describe('/api/claims?status=draft'),
    body: z.json().optional().describe('JSON'),
    headers: z
      .record(z.string().max(100), z.string().max(4000))
      .default({})
      .describe('such as if-match, with a record’s tag'),
    at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('moves the product’s clock there first; what is due by then is done'),
  }),
  writes: false,
  run: async ({ file, as, method, path, body, headers, at }, workspace, signal) => {
    const trial = await workspace.trial(workspace.document(file));
    if (at !== undefined) {
      trial.setTime(at);
      await trial.settle();
    }
    if (path === undefined) return { people: trial.people.map(({ id: _id, ...person }) => person) };
    const url = new URL(trial.url);
    // Not by `new URL(path, base)`: a path that begins with two slashes would name another host.
    const target = `${url.origin}${path.startsWith('/') ? '' : '/'}${path}`;
    if (new URL(target).host !== url.host) throw new Failure('The path is of this product: /api/…');
    const person = as === undefined ? null : personNamed(trial, as);
    const answer = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(person === null ? {} : { cookie: await trial.signIn(person.id) }),
        ...(method === 'GET' ? {} : { origin: url.origin }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MOST_SECONDS * 1000)]),
    });
    const text = await answer.text();
    await trial.settle();
    return {
      as: person?.email ?? null,
      status: answer.status,
      headers: Object.fromEntries(
        ['content-type', 'etag', 'location', 'retry-after'].flatMap((name) => {
          const value = answer.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
      body: bodyOf(text),
      isCut: text.length > MOST_CHARACTERS,
    };
  },
});

function bodyOf(text: string): unknown {
  if (text.length > MOST_CHARACTERS) return text.slice(0, MOST_CHARACTERS);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function personNamed({ people }: Trial, as: string): Person {
  const found =
    people.find(({ email, name }) => email === as || name === as) ?? people.find(({ roles }) => roles.includes(as));
  if (found !== undefined) return found;
  const known = people.map(({ email, roles }) => `${email}${roles.length === 0 ? '' : ` (${roles.join(', ')})`}`);
  throw new Failure(`There is no ${as}. There are: ${known.join(', ') || 'no people'}.`);
}
