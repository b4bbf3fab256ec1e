/** A journal that is older than it is, for tests of what becomes of old entries. */
import type pg from 'pg';

/** Moves every seal a year back, and chains them anew, so that the journal still proves itself. */
export async function ageJournal(pool: pg.Pool): Promise<void> {
  await pool.query(`
    alter table journal.seal disable trigger all;
    do $$ declare link journal.seal; last bytea := decode(repeat('00', 32), 'hex'); begin
      for link in select * from journal.seal order by seq loop
        link.sealed_at := link.sealed_at - interval '1 year';
        link.previous := last;
        last := journal.link_hash(link);
        update journal.seal set sealed_at = link.sealed_at, previous = link.previous, hash = last where seq = link.seq;
      end loop;
    end $$;
    alter table journal.seal enable always trigger seal_rewrite`);
}
