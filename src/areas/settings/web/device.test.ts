import { expect, it } from 'vitest';

import { deviceOf } from './device.ts';

const said = (userAgent: string) => {
  const device = deviceOf(userAgent);
  return device && `${device.browser} ${device.system}${device.isHandheld ? ' in the hand' : ''}`;
};

it('tells the browsers of a school apart, though each calls itself all the others', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
  expect(said(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`)).toBe('Chrome Windows');
  expect(said(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/143.0.0.0`)).toBe('Edge Windows');
  expect(said(`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`)).toBe('Chrome Chromebook');
  expect(said(`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${chrome}`)).toBe('Chrome Android in the hand');
  expect(
    said(
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari iPad in the hand');
  expect(said('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:146.0) Gecko/20100101 Firefox/146.0')).toBe(
    'Firefox Mac',
  );
});

it('does not guess', () => {
  expect(deviceOf('curl/8.9.1')).toBeUndefined();
  expect(deviceOf(null)).toBeUndefined();
});
