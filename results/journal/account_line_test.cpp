#include "results/journal/account_line.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "results/journal/journal_reader.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

AccountRecord price_of(const std::string& ledger, double delta, double epsilon) {
  return {.ledger_hash = ledger,
          .accountant = "pld",
          .delta = delta,
          .price = {.epsilon = epsilon, .direction = "upper", .note = "grid 1e-4"}};
}

}  // namespace

TEST_CASE("account line: what is written is what is read, infinity and refusal too") {
  AccountRecord account = price_of("h", 1e-6, 0.1 + 0.2);
  account.price.lower = 0.25;
  std::string line;
  append_account_line(line, account);
  CHECK(
      line ==
      R"({"kind":"account","ledger_hash":"h","accountant":"pld","delta":1e-06,"epsilon":0.30000000000000004,"direction":"upper","lower":0.25,"note":"grid 1e-4"})"
      "\n");
  AccountRecord back;
  REQUIRE(parse_account_line(line, back));
  CHECK(back.price.epsilon == 0.1 + 0.2);
  CHECK(back.price.lower == 0.25);
  CHECK(back.price.note == "grid 1e-4");

  account.price = {.epsilon = std::numeric_limits<double>::infinity(), .direction = "exact"};
  line.clear();
  append_account_line(line, account);
  REQUIRE(parse_account_line(line, back));
  CHECK(back.price.epsilon == std::numeric_limits<double>::infinity());

  account.price = {.unsupported = "knows no Laplace"};
  line.clear();
  append_account_line(line, account);
  REQUIRE(parse_account_line(line, back));
  CHECK(!back.price.epsilon);
  CHECK(back.price.unsupported == "knows no Laplace");
}

TEST_CASE("account line: a line without ledger, delta or answer is none") {
  AccountRecord account;
  for (const char* text :
       {"rubbish",
        "[]",
        R"({"kind":"run"})",
        R"({"kind":"account","ledger_hash":"h","accountant":"pld","delta":1e-6})",
        R"({"kind":"account","ledger_hash":"h","accountant":"pld","epsilon":1.0})",
        R"({"kind":"account","ledger_hash":"h","delta":1e-6,"epsilon":1.0})",
        R"({"kind":"account","accountant":"pld","delta":1e-6,"epsilon":1.0})"})
    CHECK(!parse_account_line(text, account));
}

TEST_CASE("account line: the reader gives a price to every run that has the ledger") {
  const ScratchFolder out;
  std::string hash;
  {
    JournalWriter writer(out.path(), "s");
    writer.write(sample_record("k1"));
    writer.write(sample_record("k2"));
    writer.close();
  }
  hash = read_journal(out.path()).runs.at(0).ledger_hash;
  {
    JournalWriter writer(out.path(), "account");
    writer.write(price_of(hash, 1e-6, 2));    // another delta
    writer.write(price_of(hash, 1e-5, 1.5));  // the target's
    AccountRecord gdp = price_of(hash, 1e-5, 0.98);
    gdp.accountant = "gdp";  // the run has 0.97: the newer counts
    writer.write(gdp);
    AccountRecord rdp = price_of(hash, 1e-5, 0);
    rdp.accountant = "rdp";
    rdp.price = {.unsupported = "no longer"};
    writer.write(rdp);
    writer.write(price_of("another ledger", 1e-5, 7));
    writer.close();
  }
  const Journal journal = read_journal(out.path());
  CHECK(journal.bad.empty());
  CHECK(journal.interrupted.empty());
  CHECK(journal.accounts.size() == 5);
  REQUIRE(journal.runs.size() == 2);
  for (const StoredRun& run : journal.runs) {
    CHECK(run.epsilons == Numbers{{"gdp", 0.98}, {"pld", 1.5}});
    CHECK(run.directions == Texts{{"gdp", "upper"}, {"pld", "upper"}});
    CHECK(run.unsupported == Texts{{"paper", "knows iterations only"}, {"rdp", "no longer"}});
    CHECK(run.priced.size() == 1);
    CHECK(price_at(run, "pld", 1e-6)->epsilon == 2);
    CHECK(price_at(run, "pld", 1e-5)->epsilon == 1.5);
    CHECK(!price_at(run, "pld", 1e-7));
    CHECK(!price_at(run, "nobody", 1e-5));
  }
}

TEST_CASE("account line: a run that was priced after the account line keeps its own price") {
  const ScratchFolder out;
  std::string account, run;
  append_account_line(account, price_of("h", 1e-5, 3));
  AccountRecord old = price_of("h", 1e-5, 9);
  old.accountant = "gdp";
  append_account_line(account, old);
  append_run_line(run, sample_record("k"), "s", "h");
  write_text(out.path() / "runs" / "a.jsonl", account + run);
  const Journal journal = read_journal(out.path());
  REQUIRE(journal.runs.size() == 1);
  CHECK(journal.runs[0].epsilons.at("gdp") == 0.97);
  CHECK(journal.runs[0].epsilons.at("pld") == 3);
}

}  // namespace dpsco
