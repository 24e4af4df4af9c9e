import { describe, expect, test } from 'vitest';
import { completeRequest, type QueuedRequest, type QueuedText, UnsendableRequest } from './request.ts';

const build = (path: QueuedText, header: QueuedText = []) => {
  const headers = header.length === 0 ? [] : [{ name: 'X-Name', value: header }];
  const queued: QueuedRequest = {
    method: 'POST',
    origin: { kind: 'literal', value: 'https://target.example/base/' },
    path,
    headers,
    body: null,
  };
  return completeRequest(queued, () => 'constant');
};

describe('a value of a record stays in its place', () => {
  test.each([
    ['a/b', '/base/claims/a%2Fb/pay'],
    ['../x', '/base/claims/..%2Fx/pay'],
    ['a?b=c#d', '/base/claims/a%3Fb%3Dc%23d/pay'],
    ['...', '/base/claims/.../pay'],
    ['%2e.', '/base/claims/%252e./pay'],
    ['', '/base/claims//pay'],
  ])('%s', (value, path) => {
    expect(build(['/claims/', { value }, '/pay']).url.pathname).toBe(path);
  });

  test.each(['.', '..'])('%s has none in a path', (value) => {
    expect(() => build(['/claims/', { value }, '/pay'])).toThrow(UnsendableRequest);
  });

  test('two values that form a dot segment together have none either', () => {
    expect(() => build(['/claims/', { value: '.' }, { value: '.' }])).toThrow(UnsendableRequest);
    expect(build(['/claims?of=', { value: '..' }]).url.href).toBe('https://target.example/base/claims?of=..');
  });

  test.each(['naïve', 'a\tb', '€ 5', '工单'])('in a header: %j', (value) => {
    expect(build(['/'], ['to ', { value }]).headers).toEqual({ 'x-name': `to ${value}` });
  });

  test.each(['a\r\nX-Evil: 1', 'a\nb', '\u007f', '\u0000'])('%j has none in a header', (value) => {
    expect(() => build(['/'], ['to ', { value }])).toThrow(UnsendableRequest);
  });
});
