/** What the tests that kill a portal send it, and when they strike. */
import { generate } from '../../src/demo/generate.ts';

interface Municipality {
  schools: number;
  pupils: number;
  employees: number;
  guardians: number;
}

/** The moments are the same in every run of one seed; another seed gives others. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The first file, or that of a later night, each of which changes a fifth of the people. */
export function fileOf(municipality: Municipality, night: number): FormData {
  const changes = night === 0 ? {} : { changes: 0.2, night };
  const form = new FormData();
  const parts = [...generate({ ...municipality, ...changes })];
  form.set('file', new Blob(parts, { type: 'application/xml' }), `natt-${night}.xml`);
  return form;
}
