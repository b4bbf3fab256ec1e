/**
 * Who may undo an operation: whoever could do it themselves. A school undoes its own acts; what was done for the whole
 * owner, and what no request began (an import), is a superadmin's.
 */
import type { Requirement } from '#kernel/permissions.ts';
import { type Actor, prove, type Scope } from '#kernel/scope.ts';
import { because, lacking, type Why } from '#kernel/why.ts';

export interface Done {
  status: string;
  /** Where it was carried out; null = for the whole owner. */
  schoolId: number | null;
  actorId: number | null;
  /** What its route asks for; undefined = no request began it. */
  requirement: Requirement | undefined;
  /** How many rows it changed. */
  changes: number;
}

/** Why this operation is not this actor's to undo; undefined when it is. */
export function whyNotUndo(done: Done, actor: Actor, scope: Scope | undefined): Why | undefined {
  if (!scope) return lacking(actor, 'operations.undo');
  if (done.status === 'running' || done.status === 'held') return because('undo.running');
  if (done.changes === 0) return because('undo.nothing');
  const { requirement } = done;
  if (requirement === 'anyone') return because('undo.never');
  // What is a person's own (settings, saved views) is nobody else's to turn back.
  if (requirement === 'signed-in') {
    return done.actorId === actor.userId ? undefined : because('undo.own');
  }
  if (scope.kind === 'owner') return undefined;
  if (scope.kind !== 'school') return because('undo.school', 'superadmin');
  if (requirement === undefined) return because('undo.owner', 'superadmin');
  if (done.schoolId !== scope.schoolId) return because('undo.school', 'superadmin');
  return prove(actor, requirement) ? undefined : lacking(actor, requirement);
}
