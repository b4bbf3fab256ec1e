/** The gallery in the menu and people in the palette, for development builds. */
import { PaletteIcon } from '@navikt/aksel-icons';

import type { Area } from '../nav.ts';

const people = [
  'Nora Maja Abrahamsen',
  'Áile Máret Sara',
  'Đặng Thị Hương',
  'Åse-Marie Ødegård',
  'Nora Amundsen',
];

export const devArea: Area = {
  nav: [
    {
      to: '/dev/ui',
      title: 'title.about',
      icon: PaletteIcon,
      group: 'administration',
      permission: undefined,
    },
  ],
  palette: [
    {
      id: 'people',
      title: 'title.users',
      permission: undefined,
      search: (text) =>
        Promise.resolve(
          people
            .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
            .map((name) => ({
              id: name,
              label: name,
              detail: name.slice(0, 6).toLowerCase(),
              note: 'Granåsen skole',
              to: '/dev/ui',
            })),
        ),
    },
  ],
};
