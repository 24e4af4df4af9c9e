import { startEphemeralPostgres } from '@nonet/engine';
import { EDITS } from '../bench/changes/edits/index.ts';
import { FilledDatabases } from '../bench/changes/filled-databases.ts';
import { noteReached } from '../bench/changes/reached.ts';
import { rollEdit, type Rolled } from '../bench/changes/roll/roll-edit.ts';
import { readArguments, refuseArguments } from './arguments.ts';

// `npm run changes:roll`: a deployment of several `nonet serve` processes is rolled from the former document to the new one, back
// and forward again, while people use it through a balancer. Ends with 1 where a request failed or a record has no place.

const values = readArguments('Rolls a deployment through each edit: old, new, old, new, while people use it.', {
  only: { value: 'NUMBERS', default: '', help: 'these edits alone: 05,14b' },
  edits: { value: 'N', default: '60', help: 'how many of those that can be applied, in their order' },
  processes: { value: 'N', default: '3', help: 'how many processes the deployment has' },
  requests: { value: 'N', default: '5', help: 'how many requests each process answers between two steps' },
});
const only = values.only === '' ? null : values.only.split(',');
const unknown = only?.filter((each) => !EDITS.some(({ number }) => number === each)) ?? [];
if (unknown.length > 0) refuseArguments(`There is no edit ${unknown.join(', ')}.`);
const possible = EDITS.filter(
  (edit) =>
    edit.becomes === 'applied' ||
    (edit.stated !== undefined && edit.stages === undefined && edit.people === undefined && edit.lacks === undefined),
);
const wanted =
  only === null ? possible.slice(0, Number(values.edits)) : EDITS.filter(({ number }) => only.includes(number));

const postgres = await startEphemeralPostgres('roll', { max_connections: '300' });
const databases = new FilledDatabases(await postgres.database('roll'), 'small');
const rolled: Rolled[] = [];
try {
  for (const edit of wanted) {
    const result = await databases.with(edit, (text, databaseUrl) =>
      rollEdit(edit, {
        text,
        databaseUrl,
        processes: Number(values.processes),
        requests: Number(values.requests),
      }),
    );
    rolled.push(result);
    print(result);
  }
} finally {
  await databases.close();
  await postgres.stop();
}
const sum = (of: (result: Rolled) => number) => rolled.reduce((total, result) => total + of(result), 0);
const failed = sum(failedOf);
const lost = sum((result) => result.lost.length);
const withoutPlace = sum((result) => result.withoutPlace.length);
console.log(
  `\n${rolled.length} edits: ${rolled.filter(({ outcome }) => outcome === 'rolled').length} rolled old → new → old → new, ` +
    `${rolled.filter(({ outcome }) => outcome === 'forward').length} forward alone, ` +
    `${rolled.filter(({ outcome }) => outcome === 'not applied').length} not applied; ${sum(({ answered }) => answered)} requests answered, ` +
    `${failed} failed (of ${rolled.filter((result) => failedOf(result) > 0).length} edits), ${lost} records lost, ${withoutPlace} kinds of records without a place`,
);
noteReached(
  'roll',
  `${failed} failed, ${lost} lost, ${withoutPlace} without a place: ${rolled.length} edits, ${sum(({ answered }) => answered)} requests`,
);
process.exitCode = failed + lost + withoutPlace > 0 ? 1 : 0;

function print(result: Rolled): void {
  const { edit, outcome, answered, failed: failures, refused, lost, withoutPlace, said, seconds } = result;
  console.log(
    `${edit.number.padEnd(4)} ${edit.title}: ${outcome}, ${answered} answered, ${failedOf(result)} failed, ${lost.length} lost, ${withoutPlace.length} without a place (${seconds.toFixed(0)} s)`,
  );
  for (const [what, count] of failures) console.log(`     ! ${count} × ${what}`);
  for (const [what, count] of refused) console.log(`     ${count} × ${what}`);
  for (const what of lost.slice(0, 5)) console.log(`     ! lost: ${what}`);
  for (const what of withoutPlace) console.log(`     ! without a place: ${what}`);
  for (const words of said) console.log(`     ${words.replaceAll('\n', '\n     ')}`);
}

function failedOf({ failed: failures }: Rolled): number {
  return [...failures.values()].reduce((total, count) => total + count, 0);
}
