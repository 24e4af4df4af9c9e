/** A small document without mistakes and without gaps, which tests change in one place. */
export const LIBRARY = `# Specification: Library

## 1. What the product does and for whom

Members borrow books.

## 2. Screens and routes

### Home \`/\`

| part | is |
| --- | --- |
| kind | page |
| for | everyone |
| actions | Books -> /books |

Welcome.

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Books \`/books\`

| part | is |
| --- | --- |
| kind | list of Book |
| for | everyone |
| columns | title, shelf |
| search | title |
| order | title, created_at desc |
| page size | ON_A_PAGE |
| actions | create, edit |

### Book \`/books/{book}\`

| part | is |
| --- | --- |
| kind | record of Book |
| for | member |
| fields | title, shelf, price |

### My loans \`/loans\`

| part | is |
| --- | --- |
| kind | list of Loan |
| for | member |
| where | \`borrower == user\` |
| columns | book.title (Title), due, status |
| filters | status, due |
| actions | create, bring_back |

### Loan \`/loans/{loan}\`

| part | is |
| --- | --- |
| kind | record of Loan |
| for | member, librarian |
| fields | Loan: book, borrower; Dates: due, returned_on |
| related | \`remarks: text\` |
| actions | edit, delete, bring_back, lose |

### Shelf board \`/board\`

| part | is |
| --- | --- |
| kind | board of Loan by status |
| for | librarian |
| columns | book.title |

### Due dates \`/calendar\`

| part | is |
| --- | --- |
| kind | calendar of Loan by due |
| for | librarian |

### Figures \`/figures\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | librarian |

| tile | shows | by | as |
| --- | --- | --- | --- |
| Lent | \`count(Loan where status == "lent")\` | | number |
| Returned | \`count(Loan where returned_on != null)\` | \`month(returned_on)\` | bar |

## 3. Entities and their fields

### Book

| field | type | rules | meaning |
| --- | --- | --- | --- |
| title | text | 1..80 | |
| shelf | text | | |
| price | money | optional | |

### Loan

| field | type | rules | meaning |
| --- | --- | --- | --- |
| book | Book | | |
| borrower | User | default user | |
| due | date | | |
| returned_on | date | optional | |
| receipt | text | optional | |
| status | state | | |
| remarks | list of Remark | | |

| setting | is |
| --- | --- |
| title | {book.title} |

### Remark

| field | type | rules | meaning |
| --- | --- | --- | --- |
| text | text | 1..200 | |

## 4. States and transitions

### Loan.status

| state | kind | meaning |
| --- | --- | --- |
| lent | initial | |
| returned | final | |
| lost | final | |

| event | from | to | by | when | asks | then | error |
| --- | --- | --- | --- | --- | --- | --- | --- |
| bring_back | lent | returned | borrower, librarian | \`due != today()\` | none | \`returned_on = today()\` | NOT_TODAY |
| lose | lent | lost | librarian | none | none | none | none |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Loan create | \`due > today()\` | DUE_TOO_EARLY |
| V2 | Loan | \`returned_on == null or returned_on <= today()\` | IN_THE_FUTURE |

## 6. Roles and permissions

### Roles

| role | is given to | of | meaning |
| --- | --- | --- | --- |
| visitor | anyone | | |
| member | signed in | | |
| borrower | \`borrower == user\` | Loan | |
| librarian | assigned | | |

### Permissions

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update email | no | no |

#### Book

| may | visitor | librarian | others |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| create, update, delete | no | yes | no |
| read price | no | yes | no |

#### Loan

| may | in state | borrower | librarian | others |
| --- | --- | --- | --- | --- |
| read | | yes | yes | no |
| create | | | yes | \`user != null and due > today()\` |
| update | lent | yes | yes | no |
| update | any except lent | no | yes | no |
| delete | | no | yes | no |

## 7. The calls it makes

### Answered

none

### Made

#### tell_archive

| part | is |
| --- | --- |
| when | Loan bring_back, Loan lose if due < today() |
| request | POST {ARCHIVE_URL}/loans/{id}?state={status} |
| headers | authorization: Bearer {ARCHIVE_TOKEN}<br>x-event: {event} |
| expects | 2xx within 5 s |
| retry | 3 times, from 1 min |
| answer | receipt text, note? text |
| then | \`receipt = response.receipt\` |
| fails | none |

\`\`\`json
{ "title": "{book.title}", "due": "{due}", "tags": ["a \\"b\\"", 1, true, null], "text": "Due {due}" }
\`\`\`

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| NOT_TODAY | 409 | Not on {due}. | Loan bring_back |
| DUE_TOO_EARLY | 422 | That is too early. | V1 |
| IN_THE_FUTURE | 422 | {returned_on} is in the future. | V2 |
| FORBIDDEN | 403 | You can't do this. | derived |

## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| CURRENCY | "EUR" | |
| ON_A_PAGE | 25 | |
| ARCHIVE_URL | env ARCHIVE_URL | |
| ARCHIVE_TOKEN | secret ARCHIVE_TOKEN | |
`;
