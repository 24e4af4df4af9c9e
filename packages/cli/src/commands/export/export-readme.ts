import type { ExportManifest } from './manifest.ts';

/** The page that explains an export to somebody who has nothing else. */
export function readmeOf(manifest: ExportManifest): string {
  const { title, at, document, tables, files, leftOut } = manifest;
  const [main] = document.files;
  const entities = tables.filter(({ isEntity }) => isEntity);
  const others = tables.filter(({ isEntity, rows }) => !isEntity && rows > 0);
  const line = ({ name, rows, csv, json }: ExportManifest['tables'][number]) =>
    `| ${name} | ${rows} | ${[csv, json].flatMap((entry) => (entry === null ? [] : [`\`${entry.file}\``])).join(', ')} |`;
  return `# ${title}

Everything that this product kept at ${at}. All of it is of that one moment.

- \`${main?.file ?? 'document'}\`: the document that says what the product is, in version ${document.version}.
- \`manifest.json\`: what is here, with the number of rows, the type of each column, and the SHA-256 of each file.
- \`records/\`: a table for each entity of the document.
- \`product/\`: what the product itself keeps: the history, the list of files, notices, views, versions.
${files.areLeftOut ? '- Contents of files were left out.' : `- \`files/<id>/<name>\`: ${files.count} stored files.`}

## Tables

| table | rows | file |
| --- | --- | --- |
${[...entities, ...others].map(line).join('\n')}

CSV is UTF-8 with commas, \`"\` around a cell where needed, and a first line of column names. A cell with nothing in it is no value; \`""\` is an
empty text. A text that a spreadsheet would take for a formula has a \`'\` before it. Each line of a \`.jsonl\` file is a record in JSON.

- \`id\` is the record's own id. A column that refers to another record has the id of that one; several have commas between them.
- Instants are in UTC (\`2027-01-31T09:00:00.000000Z\`), dates \`2027-01-31\`, durations ISO 8601 (\`P3M\`), numbers with a point.
- \`created_at\`, \`created_by\`, \`updated_at\`, \`updated_by\`: who made and last changed it, and when; \`version\` counts its changes.
- \`_parent\` and \`_position\`: the record that it is a part of, and its place there. \`_entered_at\`: since when it is in its state.
  \`_deleted_at\`: since when it is deleted, if it is only hidden.
- \`history\`: each change of a record, with the whole record before and after it as JSON. Ids in there that begin with
  \`00000000-0000-8000-8000-\` are whole numbers, in hexadecimal.

## Not in here

${leftOut.map(({ what, why }) => `- ${what}: ${why}`).join('\n')}
`;
}
