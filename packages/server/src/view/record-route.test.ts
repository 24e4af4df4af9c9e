import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { entityView } from './entities.ts';
import { Rights } from './rights.ts';

/** The product of these record screens of one entity, as anybody sees it. */
function routeOf(...routes: readonly string[]): string | null {
  const screens = routes.map(
    (route, at) =>
      `### Page ${at} \`${route}\`\n\n| part | is |\n| --- | --- |\n| kind | record of Page |\n| for | everyone |\n`,
  );
  const plan = planFrom(
    'pages.md',
    `# Specification: Pages\n\n## 2. Screens and routes\n\n${screens.join('\n')}
## 3. Entities and their fields

### Page

| field | type | rules |
| --- | --- | --- |
| title | text | |
| slug | slug of title | |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions

#### Page

| may | visitor |
| --- | --- |
| read, create | yes |
`,
  );
  const page = plan.entities.find(({ name }) => name === 'Page');
  if (!page) throw new Error('The document has pages.');
  return entityView(new Rights(plan, { userId: null, roles: [] }), page, plan.screens).recordRoute;
}

// No value begins with a blank: after one comes the id, which is all that a link knows.
test.each([
  ['by its id', ['/pages/{page}'], '/pages/{id}'],
  ['by a unique field', ['/pages/{page.slug}'], '/pages/ {id}'],
  ['by either: its id leads there at once', ['/pages/{page.slug}', '/p/{page}'], '/p/{id}'],
])('2: a record is linked to where its screen is addressed %s', (_, routes, expected) => {
  expect(routeOf(...routes)).toBe(expected);
});

test('2: a record without a screen is linked to nowhere', () => expect(routeOf()).toBeNull());
