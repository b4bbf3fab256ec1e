import type { Origin } from './surnames.ts';

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

interface Names {
  readonly women: readonly string[];
  readonly men: readonly string[];
}

/** The name lists' own generations: children's names of one decade are not their parents'. */
const youngNorwegian: Names = {
  women: list(`
    Nora Emma Sofie Ella Olivia Ada Sofia Sara Maja Ingrid Leah Alma Emilie Astrid Ingeborg Hedda Mathilde Frida
    Selma Thea Amalie Ida Julie Anna Eline Mia Tiril Live Aurora Iben Vilde Hanna Jenny Oda Eira Solveig Signe Sigrid
    Ronja Mathea Marie Victoria Saga Tuva Linnea Mille Erle Lilly Agnes Synne Ylva Åsne Øydis Ane Aslaug Kaia Lea
    Embla Vår Liv Åshild Kaisa`),
  men: list(`
    Jakob Lucas Filip Oskar Oliver Emil Henrik William Noah Aksel Isak Kasper Elias Theodor Ludvig Johannes Magnus
    Liam Mathias Tobias Håkon Sander Jonas Olav Viktor Ulrik Birk Even Sverre Iver Odin Mikkel Sondre Eirik Alfred
    Trym Storm Matheo Sigurd Ask Falk Herman Gustav Haakon Åsmund Øystein Amund Eskil Tarjei Torjus Brage Leon Adrian
    Vetle Ola Peder Erling Jørgen Åsleik`),
};

const adultNorwegian: Names = {
  women: list(`
    Anne Inger Kari Marit Ingrid Liv Eva Anna Hilde Bente Tone Kristin Nina Heidi Monica Silje Camilla Ida Marte
    Elisabeth Berit Astrid Randi Solveig Grete Turid Marianne Linda Mona Trine Hege Siv Wenche Gunn Ragnhild Torunn
    Guro Åse Åshild Bjørg Øydis Gro Unni Line Stine Maria Lene Kjersti Sissel Vigdis Cathrine Anette Ane Therese
    Karoline Sunniva Synnøve Aud Brit Laila`),
  men: list(`
    Jan Bjørn Per Ole Lars Kjell Thomas Svein Knut Arne Odd Geir Tor Terje Morten Hans Erik Martin Andreas John
    Rune Trond Harald Olav Tore Rolf Stian Kristian Espen Øyvind Øystein Gunnar Leif Nils Anders Henrik Sverre Steinar
    Magne Dag Frode Jon Torbjørn Asbjørn Håvard Håkon Pål Åge Åsmund Eivind Sigurd Ketil Tormod Vidar Roar Stein
    Einar Kåre Jostein Roger`),
};

const abroad: Record<Exclude<Origin, 'norwegian'>, Names> = {
  sami: {
    women: list(
      'Áile Máret Inga Elle Ravna Sunná Risten Biret Láilá Ánne Márjá Sárá Gáddjá Niillasaš Biennaš',
    ),
    men: list(
      'Ánte Máhtte Niillas Jovnna Áilu Mihkkal Lásse Ánde Jouni Mikkel Issát Heaika Biera Juhán Ovllá',
    ),
  },
  polish: {
    women: list(
      'Zofia Zuzanna Hanna Julia Maja Oliwia Alicja Lena Aleksandra Agnieszka Małgorzata Katarzyna',
    ),
    men: list('Jakub Szymon Filip Antoni Franciszek Stanisław Piotr Paweł Michał Krzysztof Łukasz Tomasz'),
  },
  ukrainian: {
    women: list('Sofiia Anastasiia Mariia Daryna Oksana Yuliia Olena Solomiia Zlata Polina Iryna Kateryna'),
    men: list('Danylo Maksym Artem Matvii Oleksandr Andrii Bohdan Ivan Dmytro Nazar Yaroslav Taras'),
  },
  somali: {
    women: list('Hodan Fadumo Amina Sahra Ayaan Hamdi Ifrah Naima Zahra Khadija Hibo Sumaya'),
    men: list('Mohamed Abdirahman Ayanle Liban Yahya Zakaria Bilal Guled Hamza Ismail Mahad Sharmarke'),
  },
  arabic: {
    women: list('Fatima Maryam Noor Layla Yasmin Zainab Rima Hala Salma Rania Aya Shirin'),
    men: list('Mohammed Omar Yousef Ahmad Karim Tariq Hassan Ali Mustafa Rami Samir Bashar'),
  },
  pakistani: {
    women: list('Ayesha Zara Hira Mahnoor Iqra Sana Aleena Nadia Rabia Shazia'),
    men: list('Muhammad Ibrahim Zain Hamza Usman Bilal Adeel Imran Faisal Shahid'),
  },
  vietnamese: {
    women: list('Hương Linh Ngọc Thảo Trang Mai Ánh Hạnh Thúy Quỳnh'),
    men: list('Minh Tuấn Hùng Dũng Đức Long Khoa Phúc Quang Việt'),
  },
  tamil: {
    women: list('Abirami Kavitha Priya Tharani Nithya Anushka Meena Sangeetha'),
    men: list('Arun Kavin Pradeep Sanjeev Vignesh Dilan Suthan Ravi'),
  },
  eritrean: {
    women: list('Selam Winta Rahel Saba Luwam Hiwot Bethlehem Mihret'),
    men: list('Yonas Filmon Samuel Abel Natnael Robel Henok Merhawi'),
  },
  spanish: {
    women: list('Lucía Sofía Martina Inés Begoña Ángela Paula Íngrid Valentina'),
    men: list('José Ángel Mateo Andrés Joaquín Martín Íñigo Álvaro Benjamín'),
  },
  baltic: {
    women: list('Emilija Liepa Austėja Ieva Gabija Līga Agnese Katrin Kristiina Rūta'),
    men: list('Lukas Matas Jonas Domantas Šarūnas Kristaps Jānis Mārtiņš Rasmus Jüri'),
  },
};

export function givenNames(origin: Origin, woman: boolean, adult: boolean): readonly string[] {
  const norwegian = adult ? adultNorwegian : youngNorwegian;
  const names = origin === 'norwegian' ? norwegian : abroad[origin];
  return woman ? names.women : names.men;
}
