import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** React Aria ships its own words in 34 languages; the portal speaks three, and nn reads the nb ones. */
const ariaLanguages = new Set(['nb-NO', 'en-US', 'fr-FR']);

function onlyOurAriaLanguages(): Plugin {
  return {
    name: 'only-our-aria-languages',
    enforce: 'pre',
    load(id) {
      const language = /react-(?:aria|stately)[^?]*\/intl\/[^?]*?([a-z]{2}-[A-Z]{2})\.m?js/.exec(id)?.[1];
      return language === undefined || ariaLanguages.has(language) ? null : 'export default {};';
    },
  };
}

const icons = fileURLToPath(new URL('node_modules/@navikt/aksel-icons/dist/react/esm/', import.meta.url));

/** Icons are taken one by one instead of through the index of all 900: quicker to build, and each goes where it is used. */
function iconsOneByOne(): Plugin {
  const wholeImport = /import \{([^}]+)\} from ['"]@navikt\/aksel-icons['"];?/g;
  return {
    name: 'icons-one-by-one',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/src/') || !code.includes('@navikt/aksel-icons')) return null;
      return code.replaceAll(wholeImport, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
          .map((name) => `import ${name} from '${icons}${name.replace(/Icon$/, '')}.js';`)
          .join(''),
      );
    },
  };
}

/**
 * Zod ties a writer of JSON Schema to every schema. The browser never writes one (OpenAPI is the server's), so it
 * stays behind; whoever calls it here is told so.
 */
function noJsonSchemaInBrowser(): Plugin {
  const absent = `() => { throw new Error('JSON Schema is written by the server') }`;
  const stub = (name: string) =>
    `export const ${name} = ${/^create.*Method$/.test(name) ? `() => ${absent}` : absent};`;
  return {
    name: 'no-json-schema-in-browser',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const file = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.exec(id)?.[1];
      if (file === undefined) return null;
      // What stands before the first processor is used by the schemas themselves (`minLength` and its like).
      const kept = file === 'json-schema-processors' ? code.split('export const stringProcessor')[0] : '';
      const left = code.slice(kept?.length);
      const names = [...left.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name ?? '');
      const alias = left.includes('processSchema as process') ? ['process'] : [];
      return [kept, ...[...names, ...alias].map(stub)].join('\n');
    },
  };
}

/**
 * Left out because nobody here hears them: zod's own English messages (ours are told by error code) and the stand-in for
 * a hook that React has had since version 18.
 */
function noStandIns(): Plugin {
  return {
    name: 'no-stand-ins',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      if (id !== 'use-sync-external-store/shim/with-selector') return null;
      return this.resolve('use-sync-external-store/with-selector', importer, { skipSelf: true });
    },
    load(id) {
      return id.endsWith('/zod/v4/locales/en.js') ? 'export default () => ({});' : null;
    },
  };
}

/** What a page needs at once, by what asks for it. One file each: many small ones compress badly and come slowly. */
const startingPoints = {
  start: ['src/web/main.tsx', 'src/web/shell/Shell.tsx'],
  list: ['src/web/list/ListPage.tsx'],
};

function groupsByStart() {
  const groupOf = new Map<string, string>();
  const plugin: Plugin = {
    name: 'groups-by-start',
    apply: 'build',
    buildEnd() {
      for (const [group, files] of Object.entries(startingPoints)) {
        const open = files.map((file) => fileURLToPath(new URL(file, import.meta.url)));
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (groupOf.has(id)) continue;
          groupOf.set(id, group);
          open.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
  };
  const groups = Object.keys(startingPoints).map((name) => ({
    name,
    test: (id: string) => groupOf.get(id) === name,
  }));
  return { plugin, groups };
}

const byStart = groupsByStart();

/** Compressed once and as small as can be; the server hands out `x.br` and `x.gz` where it finds them beside `x`. */
function compressedBeside(folder: string): Plugin {
  const WORTH_IT = 1_000;
  const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  return {
    name: 'compressed-beside',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(folder, { recursive: true });
        const texts = files.filter((file) => /\.(?:js|css|html|svg|webmanifest)$/.test(file));
        await Promise.all(
          texts.map(async (file) => {
            const path = join(folder, file);
            const content = await readFile(path);
            if (content.length < WORTH_IT) return;
            const [br, gz] = await Promise.all([toBrotli(content, best), toGzip(content, { level: 9 })]);
            await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
          }),
        );
      },
    },
  };
}

/** It is told the address the browser has, or the sign-in would come back to another. */
const portal = { target: `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, changeOrigin: false };
const ofThePortal = ['/api', '/theme.css', '/simulated-feide'];

const outDir = fileURLToPath(new URL('dist/web', import.meta.url));

export default defineConfig({
  plugins: [
    onlyOurAriaLanguages(),
    iconsOneByOne(),
    noJsonSchemaInBrowser(),
    noStandIns(),
    byStart.plugin,
    react(),
    VitePWA({
      filename: 'service-worker.js',
      // Registered by our own code: no inline script, so the content security policy stays strict.
      injectRegister: false,
      registerType: 'prompt',
      manifest: {
        name: 'Vaktmester',
        short_name: 'Vaktmester',
        description: 'Drift av skolens IT',
        lang: 'nb',
        start_url: '/home',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#0d5d66',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
        ],
      },
      workbox: {
        // The worker holds the shell only. Nothing under /api is ever read from or written to its cache.
        globPatterns: ['**/*.{js,css,html,svg}', '**/inter-latin-wght*.woff2'],
        navigateFallback: '/index.html',
        // Pages of the server's own: the API's redirects, and the demo's federation.
        navigateFallbackDenylist: [/^\/api\//, /^\/simulated-feide\//],
        runtimeCaching: [],
        cleanupOutdatedCaches: true,
      },
    }),
    compressedBeside(outDir),
  ],
  // What the portal itself answers while the web is worked on (`npm run dev`), the demo's sign-in among it.
  server: { proxy: Object.fromEntries(ofThePortal.map((path) => [path, portal])) },
  build: {
    outDir,
    emptyOutDir: true,
    // light-dark() is used as it is: the server writes a municipality's colours with it at run time.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a first load may weigh is measured as it comes over the network (e2e/fences.e2e.ts), not by the file.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { output: { codeSplitting: { groups: byStart.groups } } },
  },
});
