import { describe, expect, it } from 'vitest';

import { linesOf, meaningOf } from './rules.ts';

describe('a pasted line', () => {
  it.each([
    ['norhan0001', { userName: 'norhan0001' }],
    ['NorHan0001', { userName: 'norhan0001' }],
    ['nora@fjordby.no', { email: 'nora@fjordby.no', userName: 'nora' }],
    ['Nora Hansen <Nora@Fjordby.no>', { email: 'nora@fjordby.no', userName: 'nora' }],
    ['01091212345', { nationalNumber: '01091212345' }],
    ['010912 12345', { nationalNumber: '01091212345' }],
    ['123456789012', { nationalNumber: '123456789012' }],
    ['Nora  Hansen', { name: 'nora hansen' }],
    ['Hansen, Nora Emilie', { name: 'nora emilie hansen' }],
    ['norhan0001\tNora\tHansen', { userName: 'norhan0001' }],
    [';"norhan0001";8A', { userName: 'norhan0001' }],
    [' ; \t ', {}],
  ])('%j', (line, meaning) => {
    expect(meaningOf(line, 3)).toEqual({ line: 3, ...meaning });
  });

  it('stands on a line of its own, whatever ends the lines', () => {
    expect(linesOf('a\r\nb\rc\n\n  d  \n')).toEqual(['a', 'b', 'c', 'd']);
    expect(linesOf('a@x.no, b@x.no,c@x.no')).toEqual(['a@x.no', 'b@x.no', 'c@x.no']);
    expect(linesOf('Hansen, Nora')).toEqual(['Hansen, Nora']);
  });
});
