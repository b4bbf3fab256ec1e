import { expect, it } from 'vitest';

import { isPage } from './web.ts';

const browsing = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each([
  ['a page', 'GET', '/users?search=a.b', browsing, true],
  ['a page that is looked for', 'HEAD', '/users', '*/*', true],
  ['a group with a dot in its name', 'GET', '/groups/FJB%201.%20trinn/members', browsing, true],
  ['a file that is not there', 'GET', '/icon-old.png', 'image/avif,image/webp,*/*;q=0.8', false],
  ['a part of the program that is not there', 'GET', '/assets/start-old.js', browsing, false],
  ['the API', 'GET', '/api/user.json', browsing, false],
  ['something sent', 'POST', '/users', browsing, false],
])('takes for a page: %s', (_, method, url, accept, answer) => {
  expect(isPage(method, url, accept)).toBe(answer);
});
