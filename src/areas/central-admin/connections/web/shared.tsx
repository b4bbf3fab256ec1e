/** What other areas may use of the connections on the screen. The texts of `connections` must have been read. */
export { connections, type ConnectionsAnswer } from '../contract.ts';
export { AddressCard, DirectoryCard, FederationCard, FilesCard, MailCard } from './cards.tsx';
