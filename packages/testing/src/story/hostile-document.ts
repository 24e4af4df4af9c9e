/** A document with each of the strings in every place that takes free text, and a record for each. */
export function hostileDocument(strings: readonly string[]): string {
  const rows = (row: (text: string, place: number) => string) => strings.map(row).join('\n');
  return `# Specification: ${line(strings[0] ?? '')}

${strings.map(paragraph).join('\n\n')}

## 1. What the product does and for whom

${strings.map(paragraph).join('\n\n')}

## 2. Screens and routes

### Notes \`/\`

| part | is |
| --- | --- |
| kind | list of Note |
| for | everyone |
| columns | title, body, level |
| filters | level |
| search | title |
| actions | create, ${range(8)
    .map((place) => `event_${place}`)
    .join(', ')} |
| empty | ${cell(strings[12] ?? '')} |

${strings.map(paragraph).join('\n\n')}

### New note \`/notes/new\`

| part | is |
| --- | --- |
| kind | form for Note |
| for | everyone |
| fields | Note: title, body; ${strings.map((_, place) => `Group ${place}: field_${place}`).join('; ')} |

### Note \`/notes/{note}\`

| part | is |
| --- | --- |
| kind | record of Note |
| for | everyone |
| fields | title, body, ${strings.map((_, place) => `field_${place}`).join(', ')} |
| actions | edit, ${range(8)
    .map((place) => `event_${place}`)
    .join(', ')} |

### By level \`/levels\`

| part | is |
| --- | --- |
| kind | board of Note by level |
| for | everyone |
| columns | title, body |

### Days \`/days\`

| part | is |
| --- | --- |
| kind | calendar of Note by on |
| for | everyone |
| columns | title |

### Numbers \`/numbers\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | as |
| --- | --- | --- | --- |
${['bar', 'pie', 'line', 'table']
  .map((as, place) => `| ${cell(strings[place * 13] ?? '')} | \`count(Note)\` | \`title\` | ${as} |`)
  .join('\n')}

### Words \`/words\`

| part | is |
| --- | --- |
| kind | page |
| for | everyone |

${strings.map(paragraph).join('\n\n')}

## 3. Entities and their fields

### Note

${strings.map(paragraph).join('\n\n')}

| field | type | rules | label | meaning |
| --- | --- | --- | --- | --- |
| title | text | | ${cell(strings[13] ?? '')} | |
| body | markdown | | ${cell(strings[14] ?? '')} | |
| on | date | default today() | | |
| level | state | | | |
${rows((text, place) => `| field_${place} | ${['text', 'long text', 'markdown', 'url'][place % 4]} | optional | ${cell(text)} | ${cell(text)} |`)}

#### Records

| title | body | ${strings.map((_, place) => `field_${place}`).join(' | ')} |
| --- | --- | ${strings.map(() => '---').join(' | ')} |
${rows((text) => `| ${value(text)} | ${value(text)} | ${strings.map((_, place) => (place % 4 === 3 ? 'none' : value(text))).join(' | ')} |`)}

## 4. States and transitions

### Note.level

| state | kind | meaning |
| --- | --- | --- |
| low | initial | ${cell(strings[1] ?? '')} |
| high | final | ${cell(strings[2] ?? '')} |

| event | from | to | by | when | asks | then | error |
| --- | --- | --- | --- | --- | --- | --- | --- |
${range(8)
  .map((place) => `| event_${place} | low | high | anybody | \`title == "nothing"\` | none | none | REFUSED_${place} |`)
  .join('\n')}

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
${rows((_, place) => `| V${place} | Note create, Note update | \`field_${place} != "x"\` | BROKEN_${place} |`)}

## 6. Roles and permissions

### Roles

| role | is given to | of | meaning |
| --- | --- | --- | --- |
| anybody | anyone | | ${cell(strings[3] ?? '')} |

### Permissions

#### Note

| may | anybody |
| --- | --- |
| read, create, update | yes |
| delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
${rows((text, place) => `| BROKEN_${place} | 422 | ${message(text)} | V${place} |`)}
${range(8)
  .map((place) => `| REFUSED_${place} | 409 | ${message(strings[place + 4] ?? '')} | Note event_${place} |`)
  .join('\n')}

## 9. Business constants and limits

none
`;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cell(text: string): string {
  return line(text).replaceAll('|', '\\|');
}

/** A text value of a table of records. */
function value(text: string): string {
  return cell(text);
}

/** Braces in a message are its placeholders. */
function message(text: string): string {
  return cell(text).replaceAll(/[{}]/g, '');
}

/** A block of its own that begins with a word, so that no Markdown of the document's own is made of it. */
function paragraph(text: string): string {
  return `Text ${line(text)}`;
}
