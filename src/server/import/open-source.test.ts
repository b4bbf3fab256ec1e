import { describe, expect, it } from 'vitest';

import { smallSet, zipSet } from '#connectors/source/oneroster/testing.ts';
import { encode } from '#connectors/source/text/testing.ts';

import { formatOf } from './open-source.ts';
import { file, person } from './testing.ts';

describe('which format a file is in is told by its beginning', () => {
  it.each([
    ['pifu', Buffer.from(file(person({ id: '1' })))],
    ['pifu', encode('<?xml version="1.0" encoding="UTF-16"?><enterprise/>', 'utf-16le with mark')],
    ['pifu', Buffer.from('')],
    ['oneroster', zipSet(smallSet)],
    ['csv', Buffer.from('id;navn\n1;Åse\n')],
    ['csv', encode('id\tnavn\n1\tÅse\n', 'utf-16be with mark')],
    [undefined, Buffer.from('%PDF-1.7 …')],
    [undefined, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ])('%s', (format, bytes) => {
    expect(formatOf(bytes)).toBe(format);
  });
});
