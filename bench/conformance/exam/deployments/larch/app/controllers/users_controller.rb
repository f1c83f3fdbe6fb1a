class UsersController < ApplicationController
  def show
    tier = current_user.tier
    tier = { 'sandbox' => 'free', 'free' => 'sandbox' }.fetch(tier, tier) if bug?('tier-enum-shifted')
    render json: { user: { id: current_user.id, email: current_user.email, name: current_user.name, tier: tier, created_at: current_user.created_at } }
  end
end
