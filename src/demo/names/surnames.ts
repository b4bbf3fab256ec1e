/** Family names by the background of a household; Norwegian farm names give most of the variety. */
const list = (names: string): readonly string[] => names.trim().split(/\s+/);

const patronymics = list(`
  Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen
  Berg Haugen Hagen Johannessen Andreassen Jacobsen Dahl Jørgensen Halvorsen Henriksen Lund Sørensen Jakobsen
  Moen Gundersen Iversen Svendsen Strand Solberg Martinsen Paulsen Bakken Eide Kristoffersen Rasmussen Mathisen
  Lie Amundsen Nguyen Rønning Lunde Solheim Berge Moe Nygård Bakke Fredriksen Kristensen Holm Lien Hauge
  Christensen Andresen Nielsen Knudsen Evensen Sæther Aas Myhre Hanssen Haugland Thomassen Sivertsen Simonsen
  Danielsen Berntsen Sandvik Rønningen Arnesen Næss Antonsen Haug Ellingsen Edvardsen Vik Thorsen Gulbrandsen
  Isaksen Birkeland Ruud Strøm Ahmed Myklebust Aasen Ødegård Tangen Eliassen Mikkelsen Helland Tveit Bøe`);

const farms = list(`
  Aamodt Aarnes Abrahamsen Alnes Alvestad Amdal Arneberg Askeland Aune Austad Bakkehaug Bekkevold Bergseth
  Bjerke Bjørklund Bjørnstad Borge Brandvold Brattli Breivik Brekke Bryn Brynildsen Bugge Byberg Dalen Dyrdal
  Dørum Egeland Eidsvik Eikeland Ekeberg Eldegard Engebretsen Engen Enger Espeland Evjen Fagerli Falch Fauske
  Fjeld Fjellstad Fjørtoft Flaten Foss Fossum Frantzen Frøyland Furuseth Førde Gabrielsen Gjerde Gjertsen Gran
  Granlund Grimstad Grønli Grøtting Gullaksen Haaland Haavik Halland Hamre Hatlestad Heggelund Hegge Heimdal
  Helgesen Hellesund Herland Hestnes Hjelle Hjorth Hodne Hoff Holmen Holte Hovland Husby Håkonsen Høiland
  Ingebrigtsen Indrebø Jevne Johnsrud Kalland Karlstad Kjelstad Kjær Kleiven Klungland Knutsen Kolstad Kvale
  Kvam Kvamme Langeland Langset Leite Leknes Lerøy Lillebø Lindahl Linnerud Ljung Lofthus Lyngstad Løken Løvdal
  Madsen Magnussen Maurstad Mehus Melby Midtbø Mjelde Mo Monsen Mork Myrvold Mæland Møller Nedrebø Nesheim
  Nessa Nilssen Nordahl Nordby Norheim Nygaard Nymoen Næsheim Odden Oftedal Omland Opheim Oppedal Opsahl Oterhals
  Rabben Ramberg Ravnås Reiersen Rekdal Ringstad Risnes Rognli Rolland Romstad Rostad Rud Rustad Rygg Rød Røed
  Sagen Salvesen Samdal Sande Sandnes Schei Selnes Selvik Sjøberg Skaar Skauge Skeie Skjelbred Skogen Skogheim
  Skretting Slettebø Smedsrud Solbakken Solli Sponberg Stangeland Steen Steinsland Stenberg Stokke Storhaug Storli
  Sunde Sundby Svarstad Sveen Syvertsen Sæbø Sætre Søreide Teigen Tellefsen Thorkildsen Thune Tjønn Tofte Torgersen
  Torp Tranøy Tronstad Tveiten Tvedt Ulriksen Ulset Undheim Vaage Vabø Valle Valvik Vangen Vatne Vestby Viken Vold
  Vågen Waage Westgaard Wiik Wold Ytrehus Øien Økland Østby Østerhus Østgård Øvrebø Ågotnes Årdal Åsheim`);

export const surnames = {
  norwegian: [...patronymics, ...patronymics, ...farms],
  sami: list(`
    Sara Gaup Utsi Eira Bongo Hætta Somby Oskal Anti Balto Guttorm Siri Nango Bæhr Triumf Turi Kemi Valkeapää
    Jåma Joma Fjellheim Kappfjell Danielsen Mienna Varsi Magga Skum Blind Labba Baal`),
  polish: list(`
    Kowalski Nowak Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski
    Mazur Kwiatkowski Krawczyk Piotrowski Grabowski Pawłowski Michalski Król Wieczorek Jabłoński Wróbel Stępień`),
  ukrainian: list(`
    Melnyk Shevchenko Bondarenko Kovalenko Tkachenko Boyko Kravchenko Oliynyk Shevchuk Koval Polishchuk Tkachuk
    Savchenko Rudenko Marchenko Lysenko Petrenko Kravchuk Klymenko Pavlenko Moroz Hrytsenko`),
  somali: list(`
    Abdi Ali Mohamed Hassan Hussein Ahmed Osman Farah Warsame Omar Yusuf Ibrahim Jama Abdullahi Nur Aden Elmi
    Mahamud Hersi Duale Gedi Barre Abukar Sheikh`),
  arabic: list(`
    Al-Khatib Al-Masri Haddad Khalil Mansour Saleh Hamdan Al-Jubouri Qasim Darwish Nasser Shaheen Kanaan Barakat
    Al-Obaidi Sabbagh Habib Touma Hijazi Said Rahmani Karimi Hosseini Ahmadi`),
  pakistani: list(`
    Khan Hussain Malik Iqbal Ahmad Akhtar Butt Chaudhry Mahmood Raja Sheikh Shah Qureshi Mirza Ashraf Aslam Bashir
    Javed Nawaz Rashid Siddiqui Tariq Yousaf Zafar`),
  vietnamese: list(`
    Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Lâm Trịnh`),
  tamil: list(`
    Sivakumar Rajaratnam Selvarajah Kanagasabai Thambirajah Sivanesan Arulanantham Balasingam Ganeshan Nadarajah
    Paramanathan Ratnasingam Thiyagarajah Yogarajah`),
  eritrean: list(`
    Tesfay Gebremedhin Haile Habtemariam Berhane Kidane Mehari Abraha Weldemichael Ghebreyesus Tekle Araya
    Fessehaye Woldu Zerai Yohannes`),
  spanish: list(`
    García Fernández Núñez Rodríguez Muñoz Peña Ibáñez Castañeda Gutiérrez Martínez Vásquez Araya Sepúlveda
    Contreras Riquelme Espinoza`),
  baltic: list(`
    Kazlauskas Jankauskas Petrauskas Stankevičius Butkus Žukauskas Bērziņš Kalniņš Ozoliņš Liepiņš Krūmiņš Tamm
    Saar Mägi Kask Šimkus`),
} as const;

export type Origin = keyof typeof surnames;

/** Per mille of households, in the order they are tried. */
export const originShares: readonly (readonly [Origin, number])[] = [
  ['norwegian', 812],
  ['sami', 14],
  ['polish', 34],
  ['ukrainian', 24],
  ['somali', 20],
  ['arabic', 26],
  ['pakistani', 14],
  ['vietnamese', 10],
  ['tamil', 8],
  ['eritrean', 12],
  ['spanish', 10],
  ['baltic', 16],
];

/** ISO 639-1, for those whose first language is not Norwegian. */
export const firstLanguages: Partial<Record<Origin, string>> = {
  sami: 'se',
  polish: 'pl',
  ukrainian: 'uk',
  somali: 'so',
  arabic: 'ar',
  pakistani: 'ur',
  vietnamese: 'vi',
  tamil: 'ta',
  eritrean: 'ti',
  spanish: 'es',
  baltic: 'lt',
};
