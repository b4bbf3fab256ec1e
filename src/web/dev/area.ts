/** People in the palette, for development builds. The gallery is at `/dev/ui`: no page of the portal, so in no menu. */
import type { Area } from '../nav.ts';

const people = [
  'Nora Maja Abrahamsen',
  'Áile Máret Sara',
  'Đặng Thị Hương',
  'Åse-Marie Ødegård',
  'Nora Amundsen',
];

export const devArea: Area = {
  nav: [],
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
