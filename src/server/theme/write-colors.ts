/** Writes the colours the web starts with: `node src/server/theme/write-colors.ts`. */
import { writeFileSync } from 'node:fs';

import { commonColors, municipalityColors } from './colors.ts';

const note = '/* Written by src/server/theme/write-colors.ts. Change the mapping there. */\n';
const file = new URL('../../web/theme/colors.css', import.meta.url);

writeFileSync(file, note + commonColors() + municipalityColors('#0d5d66'));
