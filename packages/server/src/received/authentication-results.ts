/**
 * Whether the deployment's own mail server states that a mail is from the domain of its sender: `dmarc=pass` in the
 * first `Authentication-Results` of its name (RFC 8601). Such a header of anybody else means nothing.
 */
export function isAuthentic(
  headers: readonly { readonly key: string; readonly value: string }[],
  verifiedBy: string | null,
  sender: string,
): boolean {
  if (verifiedBy === null) return false;
  for (const { key, value } of headers) {
    if (key !== 'authentication-results') continue;
    const [server = '', ...results] = withoutWords(value).split(';');
    if (server.trim().split(/\s+/)[0]?.toLowerCase() !== verifiedBy.toLowerCase()) continue;
    return results.some((result) => isPass(result, sender));
  }
  return false;
}

function isPass(result: string, sender: string): boolean {
  if (!/^\s*dmarc\s*=\s*pass(?:\s|$)/i.test(result)) return false;
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  const judged = /\sheader\.from\s*=\s*(\S+)/i.exec(result)?.[1]?.toLowerCase();
  return judged === undefined || judged === domain || judged.endsWith(`@${domain}`);
}

/** Comments and quoted texts are others' words: they may look like results. */
function withoutWords(value: string): string {
  let kept = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign === '\\') at += 1;
    else if (isQuoted) isQuoted = sign !== '"';
    else if (sign === '"' && depth === 0) isQuoted = true;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept;
}
