/**
 * First-time passwords that a seven-year-old can read and type, and nobody can guess in time.
 *
 * Two words of the list and two digits, as `fjell-kanin-47`: the list has 512 words, 9 bits each, and the digits are
 * one of 64 pairs without 0 and 1, which look like letters: 6 bits. That is 24 bits, 16.7 million equally likely
 * passwords. Ten failures lock the account for 30 minutes (specification §4), so 480 guesses a day are the most that
 * can be made: half of all would take 47 years, and the password lives until the first sign-in. Where the site asks
 * for more than 12 characters a third word is added: 33 bits.
 *
 * The words have three to seven of the letters a-z, and none of them hurts. Chosen by `crypto.randomInt`, without bias.
 */
import { randomInt } from 'node:crypto';

export const words: readonly string[] = `
  abbor agurk alge alpe ananas anker ansikt apotek april arena arktis armbue aske astro atlas aurora badstu baker
  bakke balje bamse banan bank barn bart basket beger bekk belte benk berg beton bever bilde binge birke bjelke
  bjelle blad blanke blekk blink blomst blyant bobil boble bok boks bonde bord brille bronse bruse brygge buffet
  bukett bukser burger busk butikk bygg bytte chili dadel dagbok degge delfin diamant dingle diplom disk doktor
  dommer drage dress drikke drue drypp duett dukke dusin dusj dverg dykker dyne eddik ekorn elefant elgen energi
  enge eske familie fantasi farge fasade fasit fele ferge ferie ferske figur fiken filler film finger fiolin fiske
  fjell fjes flagg flamme flaske flink flokk flue fluor flygel folk forsk fotball frakk frisk frokost frosk fross
  frost frukt frysa fugl gaffel garasje garn geit gepard gevir gitar gjedde glass glede glimt globus gnist golf
  gondol granit gress grill grotte gulrot gummi hage hals hammer hanske harpe hatt havn hefte hegg heis hekk
  helium hest heste himmel hjelm hjort hjul honning hopp hornet hotell hund husky hylle hytte insekt isbre isfjell
  iskrem jakke januar jern jolle journal jungel juvel kaffe kajakk kake kaktus kamel kamera kanin kano kanon kappe
  kart kassett katalog kaviar kegle keiser kikkert kilde kino kirke kiste kiwi kjeks kjele kjole klatre klem
  klippe klokke klovn klubb knapp koffert kokos komet komfyr komisk kompass kompis konge konsert kontor kopp
  korall korg korn kosmos krabbe kran krans krone krukke krus krydder kube kule kurv kuvert kveld kvist kylling
  laks lama lampe lanse larve laser lasso latter lege leir leke lekse lemen lenke leppe lerke lese lilla linje
  linse lodd loft logg lomme lupe lykt lyse magnet mais maler mandel mango mantel matte maur melk meny metall
  meter middag mikser motor munn mur musikk mutter mynt myra nebb nektar nese nett nisse nordlys nudel odder okse
  oliven onkel orgel orkan ost padde palme panda panel panne papir parade park pasta pedal pelikan penn pensel
  perle piano pigge pilot pinne pizza planet plante polar potet prins prisme pumpe pute pynt rabarb radio rakett
  ravn regn reise ring ringe ripe rips ris robot rose rosin rubin rugby rugde rulle rute rype rytme safari saft
  saks salat salme salt sand sang sau sebra seil sekk sekund sel sennep sesam seter sild silke sirkel sirkus
  sitron sjakk sjal sjiraff skap skate skilt skinke skisse skjell skjerf skjorte skog skorpe skrue skute skuter
  skygge slange slede sleiv slott smykke snegl snekker sofa sopp spade speil spiker spill spinat spire spray spurv
  stabel stafett stall stativ stav stein stemme stempel stige stjerne stol stork strand strikk strikke strofe
  studio stue stylte sukker suppe svamp svane sykkel symfoni synge tablet talent tango tape tapet tavle taxi
  teater tekst telt tennis teppe terning tiara tiger time timian tinde tinn tipi tog tomat tone topp torg torv
  traktor trapp trekant trille troll tromme trompet trone tulipan tunnel turban turist turkis tusen ugle ukulele
  ulv utsikt vaffel vaktel valp vann varme vase veggur vekt verden veske vest vifte villa vindu vinge viol violin
  vise visp vitamin vogn vokal volum vott vulkan yoghurt
`
  .trim()
  .split(/\s+/);

const DIGITS = '23456789';
/** Up to here two words and two digits are nearly always long enough; a word gives six more with its hyphen. */
const PLAIN = 12;
const A_WORD = 6;

const pick = <T>(from: ArrayLike<T>): T => {
  const found = from[randomInt(from.length)];
  if (found === undefined) throw new Error('There is nothing to choose from');
  return found;
};

export function firstTimePassword(minimum: number): string {
  const count = 2 + Math.max(0, Math.ceil((minimum - PLAIN) / A_WORD));
  for (;;) {
    const parts = Array.from({ length: count }, () => pick(words));
    const made = [...parts, pick(DIGITS) + pick(DIGITS)].join('-');
    // Short words together may be too few characters; then it is drawn anew.
    if (made.length >= minimum) return made;
  }
}
