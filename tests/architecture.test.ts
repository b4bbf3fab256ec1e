/** Keeps the floor plan of ARCHITECTURE.md true: what an area may hold, and who may import whom. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

type Place = 'kernel' | 'connectors' | 'server' | 'web' | 'demo' | 'contract' | 'area server' | 'area web';

/** Read as: a file in this place may import from those places. */
const mayImport: Record<Place, readonly Place[]> = {
  kernel: ['kernel'],
  connectors: ['kernel', 'connectors'],
  contract: ['kernel', 'contract'],
  server: ['kernel', 'connectors', 'contract', 'server', 'demo'],
  demo: ['kernel', 'demo'],
  web: ['kernel', 'contract', 'web'],
  'area server': ['kernel', 'connectors', 'contract', 'server', 'area server'],
  'area web': ['kernel', 'contract', 'web', 'area web'],
};

/** Besides its contract, an area opens these two files to the others. */
const doors = /^(server\/service\.ts|web\/shared\.tsx)$/;

/** Only the shells assemble areas. */
const assemblers = new Set([
  'src/server/areas.ts',
  'src/server/area-beats.ts',
  // The demo's candidates are made as everybody's are.
  'src/server/demo/exam-life.ts',
  'src/server/nightly-steps.ts',
  'src/server/undo-rules.ts',
  'src/server/web-filter.ts',
  'src/web/areas.ts',
  'src/web/router.tsx',
]);

/** Tests may reach wherever they test. */
const isTest = (file: string) => /\.test\.tsx?$|\/testing(\/|\.tsx?$)/.test(file);

const areaFiles = [
  // What both halves share: the contract, the rules and the shapes they are made of. The walls below keep it pure.
  /^[a-z]+(-[a-z]+)*(\.test)?\.ts$/,
  /^server\/[a-z]+(-[a-z]+)*(\.test)?\.ts$/,
  /^web\/(routes|shared)\.tsx$/,
  // Components and hooks by their own names; what is neither is written in lower case.
  /^web\/([A-Z]\w+|[a-z][A-Za-z]*(-[a-z]+)*)(\.test)?\.tsx?$/,
];

const areas = ['src/areas'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'contract.ts')
    .map((file) => path.posix.dirname(file.replaceAll('\\', '/'))),
);

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.replaceAll('\\', '/')))
  .filter((file) => /\.tsx?$/.test(file));

interface Located {
  place: Place;
  area?: string;
  /** The path within the area. */
  inside?: string;
}

function locate(file: string): Located {
  const [, top = ''] = file.split('/');
  if (top === 'kernel' || top === 'connectors' || top === 'server' || top === 'web' || top === 'demo') {
    return { place: top };
  }
  const within = file.slice('src/areas/'.length);
  // The longest: a part of an area (settings/views) has a contract of its own.
  const area = areas
    .filter((name) => within.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  const inside = area === undefined ? within : within.slice(area.length + 1);
  const place = /(^|\/)server\//.test(inside)
    ? 'area server'
    : /(^|\/)web\//.test(inside)
      ? 'area web'
      : 'contract';
  return { place, inside, ...(area !== undefined && { area }) };
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bfrom '([#.][^']+)'|\bimport\('([#.][^']+)'\)/g)]
    .map(([, statik, dynamic]) => statik ?? dynamic ?? '')
    .map((to) => (to.startsWith('#') ? `src/${to.slice(1)}` : path.posix.join(path.posix.dirname(file), to)))
    .filter((to) => to.startsWith('src/') && /\.tsx?$/.test(to));
}

const edges = files
  .filter((file) => !isTest(file))
  .flatMap((from) => importsOf(from).map((to) => ({ from, to, here: locate(from), there: locate(to) })));

const said = (found: readonly { from: string; to: string }[]) =>
  found.map(({ from, to }) => `${from} → ${to}`);

describe('the floor plan', () => {
  it('sees the house at all', () => {
    expect(areas.length).toBeGreaterThan(5);
    expect(edges.length).toBeGreaterThan(500);
  });

  it('knows every file an area holds', () => {
    const strangers = files.filter((file) => {
      const { area, inside } = locate(file);
      if (inside === undefined) return false;
      return area === undefined || !areaFiles.some((allowed) => allowed.test(inside));
    });
    expect(strangers).toEqual([]);
  });

  it('keeps the walls: kernel and contracts below, server and web apart', () => {
    const crossings = edges.filter(
      ({ from, here, there }) => !assemblers.has(from) && !mayImport[here.place].includes(there.place),
    );
    expect(said(crossings)).toEqual([]);
  });

  it('lets areas meet only at their doors', () => {
    const burglaries = edges.filter(({ from, here, there }) => {
      if (there.area === undefined || here.area === there.area || assemblers.has(from)) return false;
      return there.place !== 'contract' && !doors.test(there.inside ?? '');
    });
    expect(said(burglaries)).toEqual([]);
  });

  it('has no ring of areas', () => {
    const between = edges
      .filter(({ here, there }) => here.area !== undefined && there.area !== undefined)
      .map(({ here, there }) => ({ from: room(here), to: room(there) }))
      .filter(({ from, to }) => from !== to);
    expect(ringsAmong(between)).toEqual([]);
  });

  it('has no ring of files, nor of what they fetch later or take a type from', () => {
    expect(ringsAmong(edges)).toEqual([]);
  });

  it('keeps the kernel free of everything but zod', () => {
    const foreign = files
      .filter((file) => file.startsWith('src/kernel/') && !isTest(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\bfrom '([^#.][^']*)'/g)].map(([, from]) => from),
      )
      .filter((from) => from !== 'zod');
    expect(foreign).toEqual([]);
  });
});

const room = ({ place, area }: Located) => `${place} ${area ?? ''}`;

function ringsAmong(ways: readonly { from: string; to: string }[]): string[] {
  const reaches = new Map<string, Set<string>>();
  for (const { from, to } of ways) reaches.set(from, (reaches.get(from) ?? new Set()).add(to));
  return [...reaches.keys()].flatMap((start) => ringFrom(start, reaches));
}

function ringFrom(start: string, reaches: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const seen = new Set<string>();
  const open = [...(reaches.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === start) return [`${start} leads back to itself`];
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(reaches.get(next) ?? []));
  }
  return [];
}

/** Large, and used by few visits: read when they are needed (`await import`). */
const seldom = ['@digdir/designsystemet', 'ldapts', 'oidc-provider', 'openid-client', 'pdfkit'];

/** What a file has read with it: not its types, and not what it fetches later. */
function readWith(file: string): { to: string; library: string | undefined }[] {
  const statements = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^;]*? from '([^']+)';/gm,
  );
  return [...statements].map(([, to = '']) => {
    if (to.startsWith('#')) return { to: `src/${to.slice(1)}`, library: undefined };
    if (to.startsWith('.')) return { to: path.posix.join(path.posix.dirname(file), to), library: undefined };
    return { to: file, library: to };
  });
}

describe('a start of the portal', () => {
  it('reads no large library that few visits need', () => {
    const reached = new Set(['src/server/portal.ts']);
    const early: string[] = [];
    for (const file of reached) {
      for (const { to, library } of readWith(file)) {
        if (library === undefined && /\.tsx?$/.test(to)) reached.add(to);
        if (seldom.some((name) => library === name || library?.startsWith(`${name}/`)))
          early.push(`${file} → ${library}`);
      }
    }
    expect(reached.size).toBeGreaterThan(300);
    expect(early).toEqual([]);
  });
});
