/** Where a line of a file stands on the page. */
export function lineId(path: string, line: number): string {
  return `${path.replaceAll(/[^\w]+/g, '-')}-${line}`;
}
