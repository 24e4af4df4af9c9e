import { afterEach, expect, test } from 'vitest';
import { startBrowser } from './start.ts';

const before = process.env['NONET_BROWSER'];
afterEach(() => {
  if (before === undefined) delete process.env['NONET_BROWSER'];
  else process.env['NONET_BROWSER'] = before;
});

test.each<[what: string, named: string | undefined, variable: string, why: RegExp, isNamed: boolean]>([
  ['none where none is wanted', 'off', '/bin/sh', /^--browser is `off`$/, false],
  ['none where the environment says so', undefined, 'off', /^NONET_BROWSER is `off`$/, false],
  ['not another than is named', '/nowhere/chrome', '', /^--browser names \/nowhere\/chrome, which is no file$/, true],
  ['not what is no browser', process.execPath, '', /^\S+, named by --browser, does not start: \S/, true],
])('the named browser is started, and %s', async (_what, named, variable, why, isNamed) => {
  process.env['NONET_BROWSER'] = variable;
  const found = await startBrowser(named);
  expect(found).toEqual({ browser: null, why: expect.stringMatching(why) as string, isNamed });
});

test('if no browser is found, the error says what to do', async () => {
  process.env['NONET_BROWSER'] = '';
  expect(await startBrowser(undefined, [])).toEqual({
    browser: null,
    why: expect.stringMatching(
      /^no browser was found \(install Chrome, Chromium or Edge(?:, or `npm install @sparticuz\/chromium@[\d.]+`)?, or name one with `--browser PATH` or `NONET_BROWSER`\)$/,
    ) as string,
    isNamed: false,
  });
});
