import type { Answer, Request } from '../product.ts';

/** A report's number of records, and the request that counts the records of its list. */
export interface Counted {
  readonly count: number;
  /** The sums of the rows and of the columns, which come to the same. */
  readonly sums: readonly number[];
  readonly list: Request;
}

const OWN_KEYS = /^(?:_|cursor=|limit=|count=|can=)/;

interface Line {
  readonly total: readonly unknown[];
}

interface ReportBody {
  readonly measures: readonly string[];
  readonly rows: readonly Line[];
  readonly otherRows: Line | null;
  readonly columns: readonly Line[] | null;
  readonly otherColumns: Line | null;
  readonly total: readonly unknown[];
}

/** The numbers of a report that counts; null if the answer is none. */
export function countedBy({ method, url }: Request, { status, headers, body }: Answer): Counted | null {
  const [path = '', query = ''] = url.split('?');
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (method !== 'GET' || status !== 200 || !isJson || !path.endsWith('/report')) return null;
  const report = JSON.parse(body) as ReportBody;
  const place = report.measures.indexOf('count');
  if (place < 0) return null;
  const sumOf = (lines: readonly Line[], others: Line | null) =>
    [...lines, ...(others === null ? [] : [others])].reduce((sum, { total }) => sum + Number(total[place]), 0);
  const kept = query.split('&').filter((part) => part !== '' && !OWN_KEYS.test(part));
  return {
    count: Number(report.total[place]),
    sums: [
      sumOf(report.rows, report.otherRows),
      ...(report.columns === null ? [] : [sumOf(report.columns, report.otherColumns)]),
    ],
    list: {
      method: 'GET',
      url: `${path.slice(0, -'/report'.length)}?${[...kept, 'limit=1', 'count=exact'].join('&')}`,
    },
  };
}
