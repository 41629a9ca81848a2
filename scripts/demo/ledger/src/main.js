import { readFileSync } from "node:fs";
import { readEntries } from "./entries.js";
import { monthlyStatement } from "./statement.js";

const [file, month] = process.argv.slice(2);
console.log(monthlyStatement(readEntries(readFileSync(file, "utf8")), month));
