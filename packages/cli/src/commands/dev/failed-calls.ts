/**
 * Tells in one line that a call to another service failed, and why: whoever tries a product out would look for its
 * cause elsewhere. The same problem of the same call is told once.
 */
export function tellFailedCalls(write: (line: string) => void): (call: string, problem: string) => void {
  const reported = new Map<string, string>();
  return (call, problem) => {
    if (reported.get(call) === problem) return;
    reported.set(call, problem);
    write(`The call ${call} failed: ${problem.replace(/\.$/, '')}. \`nonet calls\` lists its tries.`);
  };
}
