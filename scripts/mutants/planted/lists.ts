import type { Planted } from './planted-fault.ts';

const lists = (name: string) => `packages/engine/src/run/lists/${name}.ts`;

/** Faults of reports, of orders by a condition, of what is found first, and of what a screen narrows. */
export const LIST_FAULTS: readonly Planted[] = [
  {
    what: 'a report counts groups in the place of records',
    file: lists('measure'),
    from: "wire: 'coalesce(sum(n), 0)::bigint'",
    to: "wire: 'count(n)::bigint'",
  },
  {
    what: 'an average of a report counts what is empty',
    file: lists('measure'),
    from: 'const counted = `count(v${place}) as f${place}`;',
    to: 'const counted = `count(*) as f${place}`;',
  },
  {
    what: 'the periods of a report are months',
    file: lists('grouping'),
    from: "`date_trunc('${period}', ",
    to: "`date_trunc('month', ",
  },
  {
    what: 'a column of a report has the total of all',
    file: lists('report'),
    from: 'total: at(null, place) ?? []',
    to: 'total: at(null, null) ?? []',
  },
  {
    what: 'a cell of a report has the total of its row',
    file: lists('report'),
    from: 'places.map((column) => at(place, column)),',
    to: 'places.map(() => at(place, null)),',
  },
  {
    what: 'the periods of a report go back in time',
    file: lists('report'),
    from: 'filter(([, key]) => key !== null).toReversed();',
    to: 'filter(([, key]) => key !== null);',
  },
  {
    what: 'a condition in an order counts where it is known',
    file: lists('list-order'),
    from: '${compileFilter(path.expression, context)}) is true)`',
    to: '${compileFilter(path.expression, context)}) is not null)`',
  },
  {
    what: 'a condition in an order sees what its reader may not read',
    file: lists('list-order'),
    from: '${compileFilter(path.expression, context)}) is true)`',
    to: '${compileFilter(path.expression, { ...context, authority: null })}) is true)`',
  },
  {
    what: 'what is called as somebody types is found behind what begins so',
    file: lists('ranking'),
    from: '`(${text} = ${parameters.slot(',
    to: '`(${text} <> ${parameters.slot(',
  },
  {
    what: 'a search by rank ranks nothing by its beginning',
    file: lists('ranking'),
    from: '`(${text} like ${parameters.slot(',
    to: '`(${text} not like ${parameters.slot(',
  },
  {
    what: 'a screen narrows nothing',
    file: lists('list-statement'),
    from: "screen === null || screen.where === null ? 'true'",
    to: "screen === null || screen.where !== null ? 'true'",
  },
];
