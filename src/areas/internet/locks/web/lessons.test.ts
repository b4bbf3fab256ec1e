import { expect, it } from 'vitest';

import { linesOf, readLessons } from './lessons.ts';

const lessons = [
  { start: '08:30', end: '09:15' },
  { start: '09:25', end: '10:10' },
];

it.each(['08:30–09:15\n09:25–10:10', '8.30 - 9.15\n\n 0925-1010 \n'])(
  'reads lessons written as %j',
  (text) => {
    expect(readLessons(text)).toEqual({ lessons });
  },
);

it('reads again what it writes', () => {
  expect(readLessons(linesOf(lessons))).toEqual({ lessons });
  expect(readLessons('')).toEqual({ lessons: [] });
});

it.each(['08:30', '08:30–09:15–10:00', '25:00–26:00', 'first lesson'])(
  'tells the line that is none: %s',
  (line) => {
    expect(readLessons(`08:00–08:30\n${line}`)).toEqual({ fault: line });
  },
);
