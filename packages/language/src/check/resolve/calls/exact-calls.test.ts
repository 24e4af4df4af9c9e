import { describe, expect, test } from 'vitest';
import { walk } from '../../../expression/walk.ts';
import { checkMarked } from '../../../fixtures/harness.ts';

const ENTITIES = `
### Article
| field | type | rules |
| --- | --- | --- |
| slug | text | unique |
| title | text | |
| body | text | optional |
| words | integer | optional |
| author | User | default user |
| hidden | text | optional |
| lines | list of Line | |

### Line
| field | type | rules |
| --- | --- | --- |
| text | text | |

### Tag
| field | type | rules |
| --- | --- | --- |
| name | text | unique |
`;

const ROLES = `
### Roles
| role | is given to | meaning |
| --- | --- | --- |
| visitor | anyone | |
| member | signed in | |

### Permissions
#### Article
| may | visitor | member |
| --- | --- | --- |
| read | yes | yes |
| create | no | yes |
| update | no | \`hidden == null\` |
| delete | no | no |
| read hidden | no | no |

#### Tag
| may | visitor | member |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | yes |

#### User
| may | visitor | member |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update email | no | no |
`;

const SHAPE = `
### Shapes
#### Article
| property | is |
| --- | --- |
| slug | slug |
| title | title |
`;

/** A document whose point 7 has these exact calls. */
function check(answered: string, shapes = SHAPE, entities = ENTITIES) {
  return checkMarked({
    entities,
    roles: ROLES,
    calls: `### Answered\n\n${answered}\n${shapes}`,
  });
}

function call(heading: string, parts: Record<string, string>): string {
  const rows = Object.entries({ by: 'everyone', ...parts }).map(([part, is]) => `| ${part} | ${is} |`);
  return `#### ${heading}\n\n| part | is |\n| --- | --- |\n${rows.join('\n')}\n`;
}

const READ = {
  does: '`read Article by slug`',
  answers: '`{"article": Article}`',
};

describe('correct statements have no error', () => {
  test.each([
    ['a record by its path', call('`GET /articles/{slug}`', READ)],
    [
      'by another name',
      call('`GET /articles/{name}`', {
        ...READ,
        does: '`read Article by slug == path.name`',
      }),
    ],
    [
      'by its id',
      call('`GET /articles/{articleId}`', {
        ...READ,
        does: '`read Article by path.articleId`',
      }),
    ],
    [
      'a list with everything',
      call('`GET /articles`', {
        does: '`list Article where words != null and words > 3 search query.q in title, author.name order created_at desc limit query.limit default 20 offset query.offset`',
        filters: '`title == query.title; words >= query.from and words <= query.to`',
        answers: '`{"articles": [Article], "count": count, "more": count > offset + limit, "pages": pages}`',
      }),
    ],
    [
      'pages',
      call('`GET /articles`', {
        does: '`list Article page query.page size query.size default 10`',
        answers: '`{"data": [Article], "page": page}`',
      }),
    ],
    [
      'pages from 0',
      call('`GET /articles`', {
        does: '`list Article page query.page from 0 size query.size default 10`',
        answers: '`{"data": [Article], "page": page, "of": pages}`',
      }),
    ],
    [
      'a property that is ignored',
      call('`PUT /articles/{slug}`', {
        by: 'member',
        does: '`update Article by slug from body as Whole`',
        answers: '`Article`',
      }),
      '#### Whole of Article\n| property | is |\n| --- | --- |\n| id | ignored |\n| title | title |',
    ],
    [
      'a create with values',
      call('`POST /articles/{slug}/copies`', {
        by: 'member',
        does: '`create Article(slug: path.slug, words: query.words) from body.article as Article`',
        answers: '`201 {"article": Article, "by": user.name, "words": words}`',
      }),
    ],
    [
      'several',
      call('`POST /articles/all`', {
        by: 'member',
        does: '`create Article from each body.items as Article`',
        answers: '`201 [Article]`',
      }),
    ],
    [
      'two blocks',
      call('`GET /articles/{slug}`', {
        ...READ,
        when: '`query.full == "yes" and user != null`',
      }) + call('`GET /articles/{slug}`', READ),
    ],
    [
      'children',
      call('`GET /articles/{slug}/lines`', {
        does: '`list Article by slug.lines`',
        answers: '`[Line]`',
      }),
      '#### Line\n| property | is |\n| --- | --- |\n| text | text |',
    ],
    [
      'a session',
      call('`POST /login`', {
        does: '`sign in with body.user.email, body.user.password for 30 days`',
        answers: '`{"token": request.token}`',
      }),
    ],
    [
      'a fixed path beside a parameter',
      call('`GET /articles/{slug}`', READ) +
        call('`GET /articles/newest`', {
          does: '`list Article`',
          answers: '`[Article]`',
        }),
    ],
    ['a redirection', call('`POST /logout`', { does: '`sign out`', answers: '`302 /`' })],
  ])('%s', (_what, answered, more = '') => {
    const used = call('`GET /used/{slug}`', READ);
    expect(check(`${answered}\n${used}`, `${SHAPE}${more}`).found).toEqual([]);
  });
});

describe('an event may be named like an action', () => {
  const states = (event: string) => `
### Article.status
| state | kind |
| --- | --- |
| draft | initial |
| gone | final |

| event | from | to | by |
| --- | --- | --- | --- |
| ${event} | draft | gone | member |
`;
  const entities = ENTITIES.replace('| hidden |', '| status | state | |\n| hidden |');
  const found = (event: string, does: string) =>
    checkMarked({
      entities,
      roles: ROLES,
      states: states(event),
      calls: `### Answered\n\n${call('`POST /articles/{slug}`', { by: 'member', does: `\`${does}\``, answers: '`204`' })}`,
    }).found.map((one) => one.slice(0, 4));

  test.each(['refuse', 'read', 'list', 'add', 'remove', 'reset', 'archive'])('%s', (event) => {
    expect(found(event, `${event} on Article by slug`)).toEqual([]);
  });
  test('and is not known if the entity has no field of the name', () => {
    expect(found('archive', 'refuse on Article by slug')).toEqual(['N716']);
  });
});

describe('incorrect statements have their error at their place', () => {
  test.each([
    ['N730', call('⟦`GET articles`⟧'.replaceAll('`', ''), READ)],
    ['N730', call('⟦FETCH /articles/{slug}⟧', READ)],
    ['N716', call('`GET /articles/{slug}`', { ...READ, does: '⟦fetch Article⟧' })],
    ['N716', call('`GET /articles/{slug}`', { ...READ, does: '`read ⟦Article⟧`' })],
    [
      'N702',
      call('`GET /articles/{slug}`', {
        ...READ,
        does: '`read ⟦Artcle⟧ by slug`',
      }),
    ],
    [
      'N721',
      call('`GET /articles/{slug}`', {
        ...READ,
        does: '`read Article by ⟦title⟧`',
      }),
    ],
    [
      'N721',
      call('`GET /articles/{name}`', {
        ...READ,
        does: '`read Article by ⟦slug⟧`',
      }),
    ],
    [
      'N716',
      call('`GET /articles/{slug}`', {
        does: '`list Article by slug.⟦linse⟧`',
        answers: '204',
      }),
    ],
    [
      'N717',
      call('`POST /articles`', {
        by: 'member',
        does: '`create Article from body as ⟦Artcle⟧`',
        answers: '`Article`',
      }),
    ],
    [
      'N720',
      call('`POST /articles`', {
        by: 'member',
        does: '`create Tag(name: body.name)`',
        answers: '`⟦Article⟧`',
      }),
    ],
    [
      'N718',
      call('`GET /articles/{slug}`', {
        ...READ,
        answers: '`{⟦article: Article⟧}`',
      }),
    ],
    ['N718', call('`GET /articles/{slug}`', { ...READ, answers: '`[⟦Article⟧]`' })],
    ['N718', call('`GET /articles/{slug}`', { ...READ, answers: '`204 ⟦Article⟧`' })],
    [
      'N055',
      call('`GET /articles/{slug}`', {
        ...READ,
        answers: '`{"title": ⟦titel⟧}`',
      }),
    ],
    ['N208', call('`GET /articles/{slug}`', { ...READ, by: '⟦membr⟧' })],
    [
      'N064',
      call('`GET /articles`', {
        does: '`list Article where words != null and words > ⟦query.from⟧`',
        answers: '`[Article]`',
      }),
    ],
    [
      'N716',
      call('`GET /articles`', {
        does: '`list Article`',
        filters: '`⟦words > 3⟧`',
        answers: '`[Article]`',
      }),
    ],
  ])('%s: %s', (code, answered) => {
    const { found, marked } = check(`${answered}\n${call('`GET /used/{slug}`', READ)}`);
    const [first, ...others] = found.filter((line) => !line.startsWith('N728'));
    expect([first?.replace(/^N\d+ /, `${first.slice(0, 4)} `), others]).toEqual([`${code} ${marked[0]}`, []]);
  });

  test.each([
    ['N729', '| setting | is |\n| --- | --- |\n| base | ⟦api⟧ |'],
    ['N729', '| setting | is |\n| --- | --- |\n| token | ⟦X-Token⟧ |'],
    ['N729', '| setting | is |\n| --- | --- |\n| origins | ⟦example.com⟧ |'],
    ['N029', '| setting | is |\n| --- | --- |\n| ⟦bases⟧ | /api |'],
    ['N727', '| setting | is |\n| --- | --- |\n| errors | `{"e": ⟦"{message}" "f": 1⟧}` |'],
    ['N727', '| setting | is |\n| --- | --- |\n| errors | `{"e": "{⟦mesage⟧}"}` |'],
    ['N729', '| setting | is |\n| --- | --- |\n| errors ⟦NOT_FOND⟧ | `{"e": "{message}"}` |'],
  ])('%s in the settings', (code, settings) => {
    const { found, marked } = check(`${settings}\n\n${call('`GET /used/{slug}`', READ)}`);
    expect(found).toEqual([`${code} ${marked[0]}`]);
  });

  test.each([
    ['N719', '#### ⟦Nothing⟧\n| property | is |\n| --- | --- |\n| a | title |'],
    ['N719', '#### Other of Article\n| property | is |\n| --- | --- |\n| by | ⟦author⟧ |'],
    ['N719', '#### Other of Article\n| property | is |\n| --- | --- |\n| by | lines by ⟦text⟧ |'],
    ['N057', '#### Other of Article\n| property | is |\n| --- | --- |\n| by | author.⟦nmae⟧ |'],
    ['N720', '#### Other of Article\n| property | is |\n| --- | --- |\n| by | author as ⟦Article⟧ |'],
    ['N717', '#### Other of Article\n| property | is |\n| --- | --- |\n| by | author as ⟦Profile⟧ |'],
  ])('%s in a shape', (code, shapes) => {
    const { found, marked } = check(call('`GET /used/{slug}`', READ), `${SHAPE}\n${shapes}`);
    expect(found.filter((line) => !line.startsWith('N728'))).toEqual([`${code} ${marked[0]}`]);
  });
});

test('a shape of an unknown entity is reported once, and not again where it is used', () => {
  const { found, marked } = check(
    call('`GET /used/{slug}`', READ),
    SHAPE.replace('#### Article', '#### Article of ⟦Artcle⟧'),
  );
  expect(found.filter((line) => !line.startsWith('N728'))).toEqual([`N719 ${marked[0]}`]);
});

describe('statements that can never hold', () => {
  const lines = (answered: string, shapes = SHAPE) => check(answered, shapes).found.map((line) => line.slice(0, 4));

  test.each([
    [
      'two calls collide',
      'N714',
      call('`GET /articles/{slug}`', READ) +
        call('`GET /articles/{other}`', {
          ...READ,
          does: '`read Article by slug == path.other`',
        }),
    ],
    [
      'the derived API stands there',
      'N715',
      `| setting | is |\n| --- | --- |\n| base | /api |\n\n${call('`GET /articles/{slug}`', READ)}`,
    ],
    ['a parameter says nothing', 'N721', call('`GET /articles/{slug}/{page}`', READ)],
    [
      'a body can never satisfy the rules',
      'N723',
      call('`POST /tags`', {
        by: 'member',
        does: '`create Article(title: body.title)`',
        answers: '`201 Article`',
      }),
    ],
    [
      'a shape that sets nothing',
      'N724',
      call('`PUT /articles/{slug}`', {
        by: 'member',
        does: '`update Article by slug from body as Counts`',
        answers: '`Article`',
      }),
    ],
    [
      'nobody may ever do it',
      'N726',
      call('`DELETE /articles/{slug}`', {
        by: 'member',
        does: '`delete Article by slug`',
        answers: '204',
      }),
    ],
    [
      'nobody may ever read it',
      'N725',
      call('`GET /articles/{slug}/hidden`', {
        does: '`read Article by slug`',
        answers: '`{"a": hidden}`',
      }),
    ],
  ])('%s', (_what, code, answered) => {
    const shapes = `${SHAPE}${code === 'N724' ? '\n#### Counts of Article\n| property | is |\n| --- | --- |\n| lines | count(lines) |' : ''}`;
    expect(lines(`${answered}\n${call('`GET /used/{slug}`', READ)}`, shapes)).toEqual([code]);
  });

  test('a shape that nobody may read is reported at the property', () => {
    const { found, marked } = check(call('`GET /articles/{slug}`', READ), `${SHAPE}⟦| secret | hidden |⟧`);
    expect(found).toEqual([`N725 ${marked[0]}`]);
  });

  test.each([
    ['', '`{"a": hidden}`', 'The answer reads Article.hidden, which nobody can ever read (point 6), so that'],
    [
      '| secret | hidden |',
      READ.answers,
      '“secret” reads Article.hidden, which nobody can ever read (point 6), so that',
    ],
  ])('a property that nobody may read is reported at its place: %s %s', (property, answers, words) => {
    const { checked } = check(call('`GET /articles/{slug}`', { ...READ, answers }), `${SHAPE}${property}`);
    expect(checked.diagnostics.map(({ message }) => message)).toContainEqual(expect.stringContaining(words));
  });

  test('shapes never hold themselves', () => {
    const shapes =
      '\n### Shapes\n#### Article\n| property | is |\n| --- | --- |\n| by | author as Author |\n\n#### ⟦Author of User⟧\n| property | is |\n| --- | --- |\n| name | name |';
    expect(check(call('`GET /a/{slug}`', READ), shapes).found).toEqual([]);
  });

  test('a shape that nothing uses is a warning', () => {
    expect(
      lines(
        call('`GET /a/{slug}`', READ),
        `${SHAPE}\n#### Other of Article\n| property | is |\n| --- | --- |\n| a | title |`,
      ),
    ).toEqual(['N728']);
  });
});

describe('a part that is not shown is a gap', () => {
  test.each([
    ['does', '7.get_articles_slug.does'],
    ['by', '7.get_articles_slug.by'],
    ['answers', '7.get_articles_slug.answers'],
  ])('%s', (part, clause) => {
    const { checked } = check(call('`GET /articles/{slug}`', { ...READ, [part]: 'not shown' }));
    expect(checked.model.gaps.map((gap) => gap.clause)).toContain(clause);
    expect(checked.model.answered.calls[0]?.open).toEqual([clause]);
  });

  test('a missing part too, and a whole call', () => {
    const { checked } = check('| call | by |\n| --- | --- |\n| `GET /a` | everyone |\n\n#### `GET /b`\n\nnot shown\n');
    const clauses = checked.model.gaps.map((gap) => gap.clause).filter((clause) => clause.startsWith('7.get'));
    expect(clauses).toEqual(['7.get_a.does', '7.get_a.answers', '7.get_b']);
  });
});

describe('the type of what a request gives', () => {
  const create = (values: string, more: Record<string, string> = {}) =>
    call('`POST /articles`', {
      by: 'member',
      does: `\`create Article(${values})\``,
      answers: '`201 {"article": Article}`',
      ...more,
    });
  /** The types with which a call reads `body.x`, in all its places. */
  const typesOf = (text: string, name: string) => {
    const { checked, found } = check(text);
    expect(found).toEqual([]);
    const kinds = new Set<string>();
    for (const { does, when } of checked.model.answered.calls) {
      const parts = [when, ...(does?.kind === 'create' ? Object.values(does.values) : [])];
      for (const part of parts) {
        if (part === null) continue;
        walk(part, (node) => {
          if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === 'body' && node.field === name)
            kinds.add(node.type.kind);
        });
      }
    }
    return [...kinds];
  };
  const NAMED = 'slug: body.slug, title: body.title';

  test.each([
    [
      'a guard of a value that is a number behind it',
      create(`${NAMED}, words: if body.words != null then body.words * 100 else null`),
      'words',
      ['integer'],
    ],
    [
      'a guard in another part of the call',
      create(`${NAMED}, words: body.words`, { when: '`body.words != null`' }),
      'words',
      ['integer'],
    ],
    [
      'a value that is compared with one that is known',
      create(`${NAMED}, words: body.words`, { when: '`body.size != null and body.words == body.size`' }),
      'size',
      ['integer'],
    ],
    [
      'a value that is compared with a number that is written out',
      create(NAMED, { when: '`body.size != null and body.size > 100`' }),
      'size',
      ['decimal'],
    ],
    ['a value that nothing is done with', create(NAMED, { when: '`body.words != null`' }), 'words', ['given']],
  ])('%s', (_what, text, name, kinds) => {
    expect(typesOf(text, name)).toEqual(kinds);
  });

  test('two uses that no request can serve', () => {
    const { found, marked } = check(
      create(`${NAMED}, words: body.words, body: if ⟦body.words⟧ == true then "Many" else null`),
    );
    expect(found).toEqual(marked.map((place) => `N745 ${place}`));
  });
});
