import { Code } from '@mantine/core';

/** Text in which names are in backticks. */
export function WithCode({ text }: { text: string }) {
  const [plain = '', code, ...others] = text.split('`');
  if (code === undefined) return plain;
  return (
    <>
      {plain}
      <Code>{code}</Code>
      <WithCode text={others.join('`')} />
    </>
  );
}
