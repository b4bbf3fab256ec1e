/**
 * A zip of related tables: OneRoster 1.1 and 1.2, whole (`bulk`) or what changed (`delta`), and Microsoft's School Data
 * Sync 2.1, always whole (`columns.ts` has where they are published). Tables refer to each other, so they are read in the order
 * that needs the least to be remembered: organisations, terms and courses by name, people by 24 bytes each.
 */
import { SourceFailure, type SourceItem, type SourceProblemCode } from '../port.ts';
import { createClasses } from './classes.ts';
import { type Dialect, type PartName, partNames, schoolDataSync } from './columns.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { createMemberships } from './memberships.ts';
import { createOrgs } from './orgs.ts';
import { isProblem, type PartItem, readPart } from './part.ts';
import { createUsers } from './users.ts';
import { openZip, type Parts, type ZipLimits } from './zip.ts';

const start = { line: 1, column: 1 };

interface ZipOptions {
  limits?: ZipLimits | undefined;
  /** What a set that does not name its system is called. */
  feed?: string | undefined;
}

/** A set without a manifest: all there is, and all of it. */
function wholeSet(zip: Parts, dialect: Dialect, system: string): Manifest {
  const present = partNames.filter((name) => zip.names.has(name) && name in dialect.columns);
  return { dialect, system, parts: new Map(present.map((name) => [name, 'bulk'])) };
}

export async function* readOneRoster(
  bytes: AsyncIterable<Uint8Array>,
  { limits, feed = 'sds' }: ZipOptions = {},
): AsyncGenerator<readonly SourceItem[]> {
  const zip = await openZip(bytes, limits);
  try {
    if (zip.names.has('manifest.csv')) {
      yield* readSet(zip, await readManifest(await zip.open('manifest.csv')));
    } else if (schoolDataSync.needed.every((name) => zip.names.has(name))) {
      yield* readSet(zip, wholeSet(zip, schoolDataSync, feed));
    } else {
      throw new SourceFailure('file.no-manifest', start, kindOf(zip));
    }
  } finally {
    await zip.close();
  }
}

async function* readSet(zip: Parts, manifest: Manifest): AsyncGenerator<readonly SourceItem[]> {
  const { dialect, system: feed, parts } = manifest;
  const present = partNames.filter((name) => parts.has(name) && name in dialect.columns);
  const lacking = present.filter((name) => !zip.names.has(name));
  if (lacking.length > 0) throw new SourceFailure('file.missing-part', start, lacking.join(', '));
  const modes = new Set(present.map((name) => parts.get(name)));
  // What changed may be in any of the files alone; a whole set needs those that place people.
  const isWhole = modes.size === 1 && modes.has('bulk');
  const absent = dialect.needed.filter((name) => !parts.has(name));
  if (present.length === 0 || (isWhole && absent.length > 0)) {
    throw new SourceFailure('file.missing-part', start, absent.join(', '));
  }

  const extract = isWhole ? 'full' : 'changes';
  yield [
    {
      kind: 'header',
      line: 1,
      datasource: feed,
      extract,
      createdAt: '',
      ...(dialect.rolesIn === 'users.csv' && { namesAllSchools: true }),
    },
    ...notes(zip, manifest, modes.size),
  ];

  const part = async function* (name: PartName): AsyncGenerator<readonly PartItem[]> {
    if (present.includes(name)) yield* readPart({ name, bytes: await zip.open(name), feed, dialect });
  };
  const orgs = createOrgs(feed);
  const classes = createClasses(feed, orgs, dialect);
  const users = createUsers(feed);
  const memberships = createMemberships({ feed, orgs, users, classes, dialect });
  let people = 0;

  // Departments need all organisations to be known before anything is placed.
  for await (const items of part('orgs.csv')) yield orgs.read(items);
  for await (const items of part('academicSessions.csv')) yield classes.readSessions(items);
  for await (const items of part('courses.csv')) yield classes.readCourses(items);
  for await (const items of part('classes.csv')) yield classes.readClasses(items);
  for await (const items of part('demographics.csv')) yield users.readDemographics(items);
  for await (const items of part(dialect.rolesIn)) users.readRelatives(items, dialect);
  for await (const items of part('relationships.csv')) yield users.readRelationships(items);
  for await (const items of part('users.csv')) {
    people += items.length;
    yield users.readUsers(items);
  }
  for await (const items of part('demographics.csv')) yield users.strayDemographics(items);
  for await (const items of part(dialect.rolesIn)) {
    // What is wrong with a row of users has been said with the user.
    yield memberships.readRoles(
      dialect.rolesIn === 'users.csv' ? items.filter((item) => !isProblem(item)) : items,
    );
  }
  for await (const items of part('enrollments.csv')) yield memberships.readEnrollments(items);
  if (isWhole && people === 0) throw new SourceFailure('file.no-people', start, 'users.csv');
}

const note = (code: SourceProblemCode, found: string): SourceItem => ({
  kind: 'problem',
  severity: 'flagged',
  code,
  line: 1,
  found,
});

/** What the set has beside what is read from it. */
function notes(zip: Parts, { dialect, parts }: Manifest, modes: number): SourceItem[] {
  const items: SourceItem[] = [];
  for (const name of zip.names) {
    const isKnown =
      name === 'manifest.csv' || partNames.some((known) => known === name && known in dialect.columns);
    if (dialect.unread.has(name) || !isKnown) items.push(note('record.unknown-file', name));
    // In the zip, but absent by the manifest.
    else if (name !== 'manifest.csv' && !parts.has(name)) items.push(note('record.unknown-file', name));
  }
  if (modes > 1) items.push(note('record.unknown-file', 'manifest.csv: bulk + delta'));
  return items;
}

function kindOf(zip: Parts): string {
  return zip.names.has('[Content_Types].xml') ? 'office' : 'no-manifest';
}
