/** Whom the simulated federation knows: the people of the portal itself. */
export interface SimulatedPerson {
  userName: string;
  displayName: string;
  /** Who this is, in a few Norwegian words: role and school, class. */
  about: string;
}

export interface SimulatedPeople {
  /** Those the demonstration is about, first of all the ones with roles. */
  featured: () => Promise<SimulatedPerson[]>;
  /** Among all; a limited number, by name. */
  search: (words: string) => Promise<SimulatedPerson[]>;
  find: (userName: string) => Promise<SimulatedPerson | undefined>;
}
