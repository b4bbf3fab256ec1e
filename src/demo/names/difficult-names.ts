/**
 * Names that break naive code, each of a kind that real people carry. Given name first, for a woman and
 * for a man, then family name. An empty part is a person with one name, as registers send them.
 */
type DifficultName = readonly [woman: string, man: string, family: string];

export const difficultNames: readonly DifficultName[] = [
  ['Åse-Marie', 'Bjørn-Åge', 'Ødegård'],
  ['Thị Hương', 'Văn Đức', 'Đặng'],
  ['Áile Máret', 'Niillas Ánte', 'Sara'],
  ['María José', 'José', 'Núñez'],
  ['Siobhán', 'Seán', "O'Connor"],
  ['Femke', 'Jan-Willem', 'van der Berg'],
  ['', '', 'Suharto'],
  ['Rukmini', 'Arjuna', ''],
  ['-', '-', 'Tenzin'],
  ['Anne-Margrethe Elisabeth', 'Christian-Alexander', 'Fredriksen-Langeland Bjørkhaugsvik'],
  ['Kristine Alexandra Ragnhildsdatter', 'Maximilian Theodor Emanuel', 'Christoffersen-Wollebækshaugen'],
  ['Jennifer', 'Christopher', 'Null'],
  ['Eva', 'Adam', 'True'],
  ['Francesca', 'Gianluca', "D'Angelo"],
  ['Fionnuala', 'Ruairí', 'Mac Giolla Phádraig'],
  ['Elif', 'İbrahim', 'Yıldız'],
  ['Heike', 'Jürgen', 'Groß'],
  ['Guðrún', 'Þórður', 'Guðmundsson'],
  ['Agnieszka', 'Łukasz', 'Święcicki'],
  ['Li', 'Bo', 'Li'],
  ['Å', 'Ø', 'Aa'],
  ['Aase', 'Aage', 'Aagaard'],
  ['Åse', 'Åge', 'Ågård'],
  // The same letter as a base letter and a combining ring: how some sources on a Mac send Å.
  ['A\u030Ase', 'A\u030Age', 'A\u030Asen'],
  ['María del Carmen', 'Juan Carlos', 'de la Cruz y Fernández'],
  ['Mary-Jane', 'John Paul', 'St. John-Smythe'],
  ['Žofie', 'Řehoř', 'Dvořáčková'],
  ['Ngozi', 'Chukwuemeka', 'Okonkwo-Adébáyò'],
  ['Ulla’Britt', 'Nils’Erik', 'd’Aubigné'],
  ['Ida Ænne', 'Ole  Jørgen', 'Sæther'],
  ['DROP', 'Table', 'Kjærstad'],
  ['Sofie', 'Ola', 'McDonald'],
  ['Zoë', 'Noël', 'Brontë'],
  ['Test', 'Test', 'Testesen'],
];
