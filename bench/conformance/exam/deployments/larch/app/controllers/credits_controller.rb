class CreditsController < ApplicationController
  def show
    account = bug?('credits-memoized-on-class') ? (@@account ||= current_user.credit_account) : current_user.credit_account
    not_found!('Credits') unless account
    render json: body(account)
  end

  def use
    return use_slowly if bug?('credits-race')
    account = CreditAccount.transaction do
      row = CreditAccount.find_by(user_id: current_user.id) or not_found!('Credits')
      halt 404, 'No credits left' if row.balance < 1
      row.update!(balance: row.balance - 1, used: row.used + 1)
      row
    end
    render json: body(account)
  end

  private

  def use_slowly
    row = current_user.credit_account or not_found!('Credits')
    halt 404, 'No credits left' if row.balance < 1
    sleep 0.03
    row.update!(balance: row.balance - 1, used: row.used + 1)
    render json: body(row)
  end

  def body(account)
    { credits: { balance: account.balance, used: account.used, updated_at: account.updated_at } }
  end
end
