/** The differences between versions of the desk's document, as rows of its tables. */
export interface DeskParts {
  readonly fields: string;
  readonly title: string;
  readonly columns: string;
  readonly states: string;
  readonly events: string;
  /** The fields that the desk may read. */
  readonly read: string;
}

/** The document of a front desk that takes visits in. */
export const deskDocument = ({
  fields,
  title,
  columns,
  states,
  events,
  read,
}: DeskParts): string => `# Specification: Front desk

## 1. What the product does and for whom

The desk of an office takes its visitors in.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Visits \`/\`

| part | is |
| --- | --- |
| kind | list of Visit |
| for | desk, lead |
| columns | ${columns} |
| order | created_at desc |
| actions | create, edit, admit, leave, cancel |

## 3. Entities and their fields

### Visit

| field | type | rules |
| --- | --- | --- |
${fields}

| setting | is |
| --- | --- |
| title | ${title} |
| delete | never |

## 4. States and transitions

### Visit.status

| state | kind |
| --- | --- |
${states}

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
${events}

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| desk | assigned |
| lead | assigned |

### Permissions

#### Visit

| may | desk | lead |
| --- | --- | --- |
| read | ${read} | yes |
| create, update | yes | yes |

#### User

| may | desk | lead |
| --- | --- | --- |
| read | no | yes |
| create, update, delete, update roles, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;
