/** The id of a file's line on the page. */
export function lineId(path: string, line: number): string {
  return `${path.replaceAll(/[^\w]+/g, '-')}-${line}`;
}
