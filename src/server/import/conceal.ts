/**
 * Some systems use the national number as the person's id. It must stand in no table, log or file in clear, so such
 * an id is replaced by its keyed hash, which finds the same person every night and tells nobody the number.
 */
import { readNationalNumber } from '#connectors/source/national-number.ts';
import type { SourceId, SourceItem } from '#connectors/source/port.ts';
import { maskNationalNumber, type NationalNumberVault } from '#server/national-number.ts';

const elevenDigits = /^\d{11}$/;
const manyDigits = /\d{11,}/g;

/** The item without any national number but the person's own, which is encrypted on its way to the database. */
export function conceal(item: SourceItem, vault: NationalNumberVault): SourceItem {
  const hide = (id: SourceId): SourceId =>
    isNationalNumber(id.id) ? { source: id.source, id: `#${vault.hash(id.id).toString('hex')}` } : id;

  switch (item.kind) {
    case 'person':
      return {
        ...item,
        ids: {
          self: hide(item.ids.self),
          former: item.ids.former.map(hide),
          duplicates: item.ids.duplicates.map(hide),
        },
        contacts: item.contacts.map(({ relation, person }) => ({ relation, person: hide(person) })),
      };
    case 'membership': {
      const person = hide(item.person);
      return person === item.person ? item : { ...item, person };
    }
    case 'problem':
      return {
        ...item,
        ...(item.id && { id: hide(item.id) }),
        found: concealText(item.found),
      };
    case 'header':
    case 'group':
  }
  return item;
}

/** A piece of the file as it may be kept and shown: digits that could be somebody's number are masked. */
export const concealText = (text: string): string => text.replaceAll(manyDigits, maskNationalNumber);

/** With wrong check digits it is still somebody's number, mistyped. */
function isNationalNumber(text: string): boolean {
  if (text.length !== 11 || !elevenDigits.test(text)) return false;
  const number = readNationalNumber(text);
  return typeof number === 'object' && number.fault !== 'date';
}
