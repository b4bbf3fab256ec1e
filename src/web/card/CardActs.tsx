import { useSessionState } from '../session.ts';
import { useShellContext } from '../shell/useShellContext.ts';
import type { Card } from './registry.ts';

interface CardActsProps<Subject> {
  card: Card<Subject>;
  subject: Subject;
}

/** What other areas offer to do with the subject, in the head of its card. */
export function CardActs<Subject>({ card, subject }: CardActsProps<Subject>) {
  const { session } = useShellContext();
  const permissions = useSessionState(session)?.me?.permissions ?? [];
  return card.acts
    .filter(({ permission }) => permission === undefined || permissions.includes(permission))
    .filter(({ isFor }) => isFor === undefined || isFor(subject))
    .map(({ id, Content }) => <Content key={id} subject={subject} />);
}
